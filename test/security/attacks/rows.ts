/**
 * What the library must stand, by the ids under which we keep it: published flaws of its kind (N, B,
 * K, P, FP, FM), and duties of a relying party, of its sessions, cookies, pages and requests.
 */
export const rows: readonly string[] = [
  ...numbered('N', 19),
  ...numbered('B', 9),
  ...listed('B', [16, 18, 21, 22, 23, 24, 25, 26, 27, 29, 31, 32, 33, 35]),
  ...numbered('K', 9),
  ...numbered('P', 22),
  ...listed('P', [24, 25, 26, 28, 29, 30, 34, 36, 37, 38, 39, 40, 41, 42, 43, 45]),
  ...numbered('AR', 13),
  ...numbered('IT', 17),
  ...listed('BC', [1, 2, 3, 5, 6, 7, 8]),
  ...numbered('LO', 3),
  ...numbered('OR', 3),
  ...numbered('CS', 3),
  ...numbered('CK', 4),
  ...numbered('JW', 5),
  ...numbered('SE', 7),
  ...numbered('EM', 6),
  ...numbered('PW', 2),
  ...numbered('LK', 4),
  ...numbered('PG', 2),
  ...numbered('IN', 2),
  ...numbered('WA', 3),
  ...numbered('CF', 2),
  ...numbered('FP', 29),
  ...numbered('FM', 22),
]

/** A row that no attack over requests stands for. */
export interface Elsewhere {
  /** Why not. */
  readonly because: string
  /** The file that proves it, and words of the test that does. */
  readonly proof?: readonly [file: string, words: string]
}

const config = 'It is about other settings than those of the application that is attacked.'
const call = 'It is about a function that an application calls, which has no address.'
const clock = 'It is about a time that an attack cannot wait for.'

// prettier-ignore
export const elsewhere: Readonly<Record<string, Elsewhere>> = {
  N15:  { because: config,  proof: ['test/security/attacks/sessions.test.ts', 'N15: something that is broken'] },
  N17:  { because: config,  proof: ['test/flows/webauthn/callbacks-and-writes.test.ts', 'N17: a `signIn` callback'] },
  B7:   { because: call,    proof: ['test/flows/webauthn/managing.test.ts', 'B7: are not named, removed or seen'] },
  B22:  { because: call,    proof: ['test/flows/oauth/back-channel.test.ts', 'IT16, B22: fifty at once'] },
  B29:  { because: config,  proof: ['test/unit/config/validate.test.ts', 'B29: %j is refused at start'] },
  P8:   { because: clock,   proof: ['test/security/attacks/tokens.test.ts', 'P8: an expired token is refused'] },
  P28:  { because: 'Time tells less over a network than the code does.', proof: ['test/unit/crypto/equal.test.ts', 'finds a difference at every place'] },
  P30:  { because: config,  proof: ['test/security/attacks/tokens.test.ts', 'JW5, P30: secrets'] },
  P38:  { because: config,  proof: ['test/flows/oauth/back-channel.test.ts', 'BC7, P38: prove themselves by private_key_jwt'] },
  P42:  { because: 'It is about a database; the contract of adapters asks for it.', proof: ['src/testing/text-cases.ts', 'drop table users'] },
  P43:  { because: 'It is about a store that is reached over HTTP; the contract of adapters asks for it.', proof: ['src/testing/text-cases.ts', 'a:b:{c}/d|e,f#g'] },
  AR11: { because: config,  proof: ['test/flows/oauth/options.test.ts', 'AR11: signs in from another site'] },
  AR13: { because: config,  proof: ['test/flows/oauth/redirect-proxy.test.ts', 'AR13: a proxy for redirects'] },
  IT10: { because: config,  proof: ['test/flows/oauth/id-token.test.ts', 'IT10: is refused when it was too long ago'] },
  IT12: { because: clock,   proof: ['test/flows/oauth/id-token.test.ts', 'IT12: may change between two sign-ins'] },
  IT13: { because: config,  proof: ['test/flows/oauth/id-token.test.ts', 'IT13: is not followed elsewhere'] },
  IT16: { because: call,    proof: ['test/flows/oauth/back-channel.test.ts', 'IT16: are refused with %s'] },
  BC2:  { because: config,  proof: ['test/flows/oauth/back-channel.test.ts', 'BC2: is a mistake in the config'] },
  BC3:  { because: clock,   proof: ['test/flows/oauth/back-channel.test.ts', 'BC3: is given up after ten seconds'] },
  BC6:  { because: config,  proof: ['test/flows/oauth/back-channel.test.ts', 'BC6: is what the config and its metadata name'] },
  BC7:  { because: config,  proof: ['test/flows/oauth/back-channel.test.ts', 'BC7: push their request'] },
  LO2:  { because: config,  proof: ['test/flows/oauth/end-session.test.ts', 'LO2: a sign-out that leads over the provider'] },
  OR3:  { because: config,  proof: ['test/unit/context/redirects.test.ts', 'leads home when it %s, and logs why'] },
  CK3:  { because: 'It is about what a database keeps.', proof: ['test/flows/accounts/hostile-sessions.test.ts', 'CK3: cannot present a hash'] },
  JW4:  { because: config,  proof: ['test/security/attacks/tokens.test.ts', 'JW4: rotation'] },
  JW5:  { because: config,  proof: ['test/security/attacks/tokens.test.ts', 'JW5, P30: secrets'] },
  SE7:  { because: call,    proof: ['test/flows/accounts/account-calls.test.ts', 'SE7: can be unlinked'] },
  EM4:  { because: clock,   proof: ['test/flows/email/link.test.ts', 'EM4: works for ten minutes'] },
  LK4:  { because: call,    proof: ['test/flows/accounts/account-calls.test.ts', 'LK4: the last one cannot be unlinked'] },
  CF2:  { because: call,    proof: ['test/package/build/config/matrix.test.ts', 'a stranger cannot read the config'] },
}

function numbered(prefix: string, last: number): readonly string[] {
  return Array.from({ length: last }, (_, at) => `${prefix}${at + 1}`)
}

function listed(prefix: string, numbers: readonly number[]): readonly string[] {
  return numbers.map((number) => `${prefix}${number}`)
}
