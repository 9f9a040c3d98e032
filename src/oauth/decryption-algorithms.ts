/** Algorithms that encrypt for a private key. Algorithms with a shared secret are not supported. */
export const decryptionAlgorithms: readonly string[] = [
  'ECDH-ES',
  'ECDH-ES+A128KW',
  'ECDH-ES+A192KW',
  'ECDH-ES+A256KW',
  'RSA-OAEP',
  'RSA-OAEP-256',
  'RSA-OAEP-384',
  'RSA-OAEP-512',
]
