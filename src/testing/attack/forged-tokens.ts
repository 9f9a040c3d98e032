/** Tokens that an attacker can write without a key. */
export const forgedTokens: readonly (readonly [what: string, token: string])[] = [
  ['a JWT without a signature', `${part({ alg: 'none' })}.${part(claims())}.`],
  ['a JWT with an empty signature', `${part({ alg: 'HS256' })}.${part(claims())}.AAAA`],
  ['a JWE with no key', jwe({ alg: 'dir', enc: 'A256CBC-HS512' })],
  ['a JWE with no algorithm', jwe({ alg: 'none', enc: 'A256CBC-HS512' })],
  [
    'a password with two thousand million rounds',
    jwe({ alg: 'PBES2-HS512+A256KW', enc: 'A256CBC-HS512', p2c: 2 ** 31 - 1, p2s: 'AAAA' }),
  ],
  ['a compressed payload', jwe({ alg: 'dir', enc: 'A256CBC-HS512', zip: 'DEF' })],
  [
    'a key that is agreed on',
    jwe({ alg: 'ECDH-ES', enc: 'A256GCM', epk: { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' } }),
  ],
  ['a key that is wrapped', jwe({ alg: 'RSA1_5', enc: 'A256CBC-HS512' })],
  ['a key id that is a path', jwe({ alg: 'dir', enc: 'A256GCM', kid: '../../dev/null' })],
  ['a key id that is a query', jwe({ alg: 'dir', enc: 'A256GCM', kid: `' OR 1=1 --` })],
  ['the address of a key', jwe({ alg: 'dir', enc: 'A256GCM', jku: 'https://evil.test/keys' })],
  ['a key of its own', jwe({ alg: 'dir', enc: 'A256GCM', jwk: { kty: 'oct', k: 'AAAA' } })],
  ['a header that is a list', `${encode('[]')}..AAAA.AAAA.AAAA`],
  ['a header that is no JSON', `${encode('{')}..AAAA.AAAA.AAAA`],
  ['only dots', '.'.repeat(4000)],
  ['four parts', 'a.b.c.d'],
  ['six parts', 'a..b.c.d.e'],
  ['an id that looks like one of a database', '00000000-0000-0000-0000-000000000000'],
  ['what a database keeps of a token', `sha256:${'0'.repeat(64)}`],
  ['the id of a user', 'user-1'],
]

function claims(): object {
  const now = Math.floor(Date.now() / 1000)
  return { sub: 'user-1', name: 'Mallory', email: 'm@evil.test', iat: now, exp: now + 3600 }
}

function jwe(header: object): string {
  return `${part(header)}..${'A'.repeat(22)}.${'A'.repeat(43)}.${'A'.repeat(43)}`
}

function part(value: object): string {
  return encode(JSON.stringify(value))
}

function encode(text: string): string {
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
