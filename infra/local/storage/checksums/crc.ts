/** The cyclic redundancy checks of S3 that Node lacks; all of them are reflected, start with ones and end inverted. */

const CRC32_POLYNOMIAL = 0xedb88320n;
const CRC32C_POLYNOMIAL = 0x82f63b78n;
const CRC64NVME_POLYNOMIAL = 0x9a6c9329ac4bc9b5n;

const CRC32C_TABLE = Uint32Array.from(tableOf(CRC32C_POLYNOMIAL), Number);

/** CRC-32C (RFC 3720 §B.4) of what `sum` was computed of and these bytes. */
export function crc32c(bytes: Uint8Array, sum: number): number {
  let crc = ~sum;
  for (const byte of bytes) crc = CRC32C_TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return ~crc >>> 0;
}

const CRC64_TABLE = tableOf(CRC64NVME_POLYNOMIAL);
const CRC64_LOW = Int32Array.from(CRC64_TABLE, (entry) => Number(BigInt.asIntN(32, entry)));
const CRC64_HIGH = Int32Array.from(CRC64_TABLE, (entry) => Number(BigInt.asIntN(32, entry >> 32n)));

/** CRC-64/NVME, in two halves, as BigInt is slow. */
export class Crc64Nvme {
  #low = -1;
  #high = -1;

  update(bytes: Uint8Array): void {
    let low = this.#low;
    let high = this.#high;
    for (const byte of bytes) {
      const index = (low ^ byte) & 0xff;
      low = ((low >>> 8) | (high << 24)) ^ CRC64_LOW[index]!;
      high = (high >>> 8) ^ CRC64_HIGH[index]!;
    }
    this.#low = low;
    this.#high = high;
  }

  digest(): Buffer {
    const digest = Buffer.alloc(8);
    digest.writeInt32BE(~this.#high, 0);
    digest.writeInt32BE(~this.#low, 4);
    return digest;
  }
}

function tableOf(polynomial: bigint): bigint[] {
  return Array.from({ length: 256 }, (_, byte) => {
    let entry = BigInt(byte);
    for (let bit = 0; bit < 8; bit++) entry = entry & 1n ? (entry >> 1n) ^ polynomial : entry >> 1n;
    return entry;
  });
}

const FIELDS = {
  CRC32: { polynomial: CRC32_POLYNOMIAL, bits: 32n },
  CRC32C: { polynomial: CRC32C_POLYNOMIAL, bits: 32n },
  CRC64NVME: { polynomial: CRC64NVME_POLYNOMIAL, bits: 64n },
} as const;

export type CrcName = keyof typeof FIELDS;

/** The CRC of two byte strings joined, from theirs and the length of the second; as zlib's `crc32_combine` does it. */
export function combineCrcs(name: CrcName, first: Buffer, second: Buffer, secondBytes: number): Buffer {
  const { polynomial, bits } = FIELDS[name];
  const one = 1n << (bits - 1n);
  const multiply = (left: bigint, right: bigint): bigint => {
    let product = 0n;
    let factor = right;
    for (let bit = one; bit > 0n; bit >>= 1n) {
      if (left & bit) product ^= factor;
      factor = factor & 1n ? (factor >> 1n) ^ polynomial : factor >> 1n;
    }
    return product;
  };
  // x to the power of the second's length in bits, by squaring.
  let shift = one;
  let square = one >> 1n;
  for (let exponent = BigInt(secondBytes) * 8n; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) shift = multiply(shift, square);
    square = multiply(square, square);
  }
  const combined = multiply(shift, toBigInt(first)) ^ toBigInt(second);
  return Buffer.from(combined.toString(16).padStart(Number(bits) / 4, '0'), 'hex');
}

const toBigInt = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);
