/** The library ships no types. */
declare module 'fourier-transform' {
  /**
   * DFT of a power of two of real samples. Returns bins 0 to half the length, unnormalized, in buffers that the next
   * call of this size overwrites.
   */
  export function fft(samples: Float32Array | Float64Array): [real: Float64Array, imaginary: Float64Array];
}
