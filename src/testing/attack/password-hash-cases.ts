import { expectEqual, expectThat } from '../expectations.js'
import { shorten } from './answers.js'
import { attack, type AttackCase } from './attack-case.js'
import { findPassword, writeRow } from './password-rows.js'
import {
  awaitMails,
  expectAccepted,
  expectRefused,
  newAddress,
  newPassword,
  passSecond,
  postAddress,
  postFields,
  readLinks,
  signUpUser,
  tryPassword,
} from './password-users.js'
import { openBrowser } from './target.js'

/** A password, and its hashes as OpenSSL computes them. */
const known = {
  password: 'seven quiet harbours 41',
  pbkdf2: [
    '$pbkdf2-sha256$i=60000$bGFudGVybi1ncmF2ZWwtMQ$YgXhHI3bjJKaF+MXbUHo8j553MY8Kngj5XGVARjpELE',
    '$pbkdf2-sha512$i=20000$bGFudGVybi1ncmF2ZWwtMQ$4YHwYi8vC4J4Yv5/PgRdmY80JHCDrJYGYUeei5Gc098',
    '$pbkdf2-sha1$i=50000$bGFudGVybi1ncmF2ZWwtMQ$eBghjFlJ+BhQ/D0B3kMo2NHZ1OQ',
  ],
  scrypt: [
    '$scrypt$ln=14,r=8,p=1$bGFudGVybi1ncmF2ZWwtMQ$NLKwJFeB8dIhoKtUlIbChiWOdCERjvMUNhYS5ltWCpY',
  ],
} as const

/** Milliseconds between a change of the password and a sign-in with the old one. */
const delays = [0, 20, 100, 300] as const

/** Attacks on what the app computes of a password, and on the row that it writes. */
export const passwordHashCases: readonly AttackCase[] = [
  attack(
    'FP3 CVE-2024-27295',
    'an address finds no user whose stored address differs in accents or spaces',
    ['hasSignUp', 'readMails', 'adapter'],
    async (target) => {
      const { adapter } = target
      const { email: own, password, providerId } = await signUpUser(target)
      const { hash } = await findPassword(adapter, own)
      for (const differ of [
        (text: string) => text.replace('u', '\u00fc'),
        (text: string) => `${text} `,
      ]) {
        const email = `julia-${newAddress()}`
        const stored = differ(email)
        const planned = { id: crypto.randomUUID(), email: stored, emailVerified: new Date() }
        const user = await adapter.createUser?.(planned)
        if (!user) throw new Error('Expected the adapter to create a user.')
        const row = { hash, stamp: newPassword(), changedAt: new Date(), mustChange: false }
        await writeRow(adapter, { ...row, userId: user.id }, null)
        const after = `its user has the address ${JSON.stringify(stored)}`
        await expectRefused(target, { email, providerId }, password, after)
        await postAddress(openBrowser(target), 'forgot-password', email)
        await awaitMails(target)
        expectEqual(await readLinks(target, email), [], `the links that ${email} got`)
      }
    },
  ),
  attack(
    'FP18 CVE-2025-6545',
    'a stored hash accepts the password that it was made of, and no other',
    ['hasSignUp', 'readMails', 'adapter'],
    async (target) => {
      const [first, second] = [await signUpUser(target), await signUpUser(target)]
      const [one, two] = [first, second].map(({ email }) => findPassword(target.adapter, email))
      const own = [(await one)?.hash ?? '', (await two)?.hash ?? '']
      expectThat(own[0] !== own[1], 'two passwords to have two hashes')
      // A platform without scrypt hashes passwords with PBKDF2, and cannot check other hashes.
      const isWhole = !own[0]?.startsWith('$pbkdf2')
      for (const hash of [...known.pbkdf2, ...(isWhole ? known.scrypt : [])]) {
        const user = await signUpUser(target)
        const stored = await findPassword(target.adapter, user.email)
        await writeRow(target.adapter, { ...stored, hash }, stored.hash)
        await expectRefused(target, user, user.password, `the stored hash ${shorten(hash)}`)
        await expectAccepted(target, user, known.password, `the stored hash ${shorten(hash)}`)
        // The app may have replaced the hash by one of its own.
        await passSecond()
        await expectRefused(target, user, newPassword(), 'a sign-in with another password')
        await expectAccepted(target, user, known.password, 'the first sign-in')
      }
    },
  ),
  attack(
    'FP19',
    'a new hash of the old password never overwrites a password that was changed meanwhile',
    ['hasSignUp', 'readMails', 'adapter'],
    async (target) => {
      for (const delay of delays) {
        const user = await signUpUser(target)
        const stored = await findPassword(target.adapter, user.email)
        await writeRow(target.adapter, { ...stored, hash: known.pbkdf2[0] }, stored.hash)
        const chosen = newPassword()
        const fields = { currentPassword: known.password, password: chosen }
        // The app replaces the hash after the sign-in, while the password is changed.
        const changing = postFields(user.browser, 'change-password', fields)
        await new Promise((resolve) => setTimeout(resolve, delay))
        await tryPassword(target, user, known.password)
        const { status } = await changing
        expectThat(status < 400, `the change of the password to be accepted, got ${status}`)
        await passSecond()
        await expectRefused(target, user, known.password, 'it was changed during a sign-in')
        await expectAccepted(target, user, chosen, 'a sign-in with the old one')
      }
    },
  ),
]
