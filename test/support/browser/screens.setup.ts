/** Runs before each file of the project `screens`. */
import { configure } from '@testing-library/dom';

// A screen's code is loaded on demand, which takes seconds on a busy machine.
configure({ asyncUtilTimeout: 15_000 });
