import { measureSubjects } from '../measure.mjs'
import { quantile } from '../samples.mjs'

const cost = { N: 16_384, r: 16, p: 1 }
const hashes = 10

/** @type {import('../part.mjs').Part} */
export const part = {
  file: 'password',
  title: 'Time to sign in with a hashed password',
  method: { unit: 'nanoseconds a sign-in, without the hash' },
  comparisons: [{ of: 'better-auth-password', to: 'latchkey-password' }],
  async measure(effort) {
    const { rememberScrypt } = await import('../subjects/sign-in/remembered-scrypt.mjs')
    const scrypt = rememberScrypt()
    // Only now, because the libraries must find the function that remembers.
    const { passwordSignIns } = await import('../subjects/sign-in/password.mjs')
    const measured = await measureSubjects(await passwordSignIns(), effort)
    const asked = [...scrypt.costs].join(', ')
    if (asked !== `N=${cost.N} r=${cost.r} p=${cost.p}`) {
      throw new Error(`The libraries do not hash at the same cost: ${asked}.`)
    }
    const times = []
    while (times.length < hashes) times.push(await scrypt.timeHash(cost))
    const hash = {
      id: 'hash',
      library: 'scrypt',
      name: `${asked}, which both wait for besides`,
      unit: /** @type {const} */ ('time'),
      median: quantile(times, 0.5),
    }
    return { ...measured, figures: [...measured.figures, hash] }
  },
  chart: [
    {
      title: 'Outside the hash',
      note: 'Each hash is computed once and remembered. Ratios over latchkey.',
      base: 'latchkey-password',
      ids: ['latchkey-password', 'better-auth-password'],
    },
  ],
}
