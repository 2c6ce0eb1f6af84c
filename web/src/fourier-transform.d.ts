/** The library ships no types of its own. */
declare module 'fourier-transform' {
  /**
   * DFT of real samples, of which there are a power of two: real and imaginary parts of the bins 0 to half of the
   * samples, not normalised. They are the library's own buffers, which the next call of this size overwrites.
   */
  export function fft(samples: Float32Array | Float64Array): [real: Float64Array, imaginary: Float64Array];
}
