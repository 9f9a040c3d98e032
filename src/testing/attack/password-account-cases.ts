import { expectEqual, expectThat } from '../expectations.js'
import { answerOf, describeAnswer, expectSignedIn, expectSignedOut, shorten } from './answers.js'
import { attack, type AttackCase } from './attack-case.js'
import type { Browser } from './browser.js'
import {
  awaitMails,
  choosePassword,
  expectAccepted,
  expectRefused,
  mailResetLink,
  newAddress,
  newPassword,
  nextLink,
  passSecond,
  postAddress,
  postFields,
  readLinks,
  signUpUser,
} from './password-users.js'
import { openBrowser } from './target.js'

/** Attacks on sign-up, on requests for a new password, and on what a new password ends. */
export const passwordAccountCases: readonly AttackCase[] = [
  attack(
    'FP1 CVE-2023-7028',
    'a request for a new password that names two addresses mails nothing to the second',
    ['hasSignUp', 'readMails'],
    async (target) => {
      const { email: victim } = await signUpUser(target)
      const thief = newAddress()
      for (const [type, body] of bodiesWithTwo(victim, thief)) {
        await expectAnswered(openBrowser(target), 'forgot-password', type, body)
      }
      await awaitMails(target)
      expectEqual(await readLinks(target, thief), [], 'the links that the second address got')
    },
  ),
  attack(
    'FP1 CVE-2023-7028',
    'a sign-up that names two addresses gives the second no link for the first',
    ['hasSignUp', 'readMails'],
    async (target) => {
      const victim = await signUpUser(target)
      const [thief, chosen] = [newAddress(), newPassword()]
      for (const [type, body] of bodiesWithTwo(victim.email, thief)) {
        await expectAnswered(openBrowser(target), 'signup', type, body)
      }
      await awaitMails(target)
      // The app may take one of two addresses, and mail the second one about itself.
      for (const link of await readLinks(target, thief)) {
        await choosePassword(openBrowser(target), link, chosen)
      }
      await expectRefused(target, victim, chosen, 'the second address chose it')
      await expectAccepted(target, victim, victim.password, 'the second address chose another')
    },
  ),
  attack(
    'FP2 CVE-2019-19844',
    'an address in look-alike letters gets no mail about the address that it looks like',
    ['hasSignUp', 'readMails'],
    async (target) => {
      const { email } = await signUpUser(target, newPassword(), `mike-kiss-${newAddress()}`)
      const typed = lookAlikes(email)
      for (const address of typed) {
        const asked = postAddress(openBrowser(target), 'forgot-password', address)
        await answerOf(asked, { after: address })
      }
      await awaitMails(target)
      for (const address of typed) {
        expectEqual(await readLinks(target, address), [], `the links that ${address} got`)
      }
    },
  ),
  attack(
    'FP8',
    'a new password ends every other session',
    ['hasSignUp', 'readMails', 'hasAdapter'],
    async (target) => {
      const user = await signUpUser(target)
      const other = await expectAccepted(target, user, user.password, 'the sign-up')
      const browser = openBrowser(target)
      const second = newPassword()
      await choosePassword(browser, await mailResetLink(target, user.email), second)
      await expectSignedIn(browser, 'the reset of the password')
      await expectSignedOut(user.browser, 'the reset of the password elsewhere')
      await expectSignedOut(other, 'the reset of the password elsewhere')
      await passSecond()
      const again = await expectAccepted(target, user, second, 'the reset')
      const fields = { currentPassword: second, password: newPassword() }
      await postFields(browser, 'change-password', fields)
      await expectSignedIn(browser, 'the change of the password')
      await expectSignedOut(again, 'the change of the password elsewhere')
      await expectRefused(target, user, second, 'it was changed')
    },
  ),
  attack(
    'FP10',
    'a request for a mail has one answer for all addresses, and sets no password',
    ['hasSignUp', 'readMails'],
    async (target) => {
      const victim = await signUpUser(target)
      const chosen = newPassword()
      for (const route of ['signup', 'forgot-password'] as const) {
        const answers: string[] = []
        for (const email of [victim.email, newAddress()]) {
          const browser = openBrowser(target)
          const response = await postFields(browser, route, { email, password: chosen })
          expectThat(!isRefused(response), `${route} to accept an address, got ${response.status}`)
          answers.push((await describeAnswer(browser, response)).replaceAll(email, ''))
        }
        expectEqual(answers[0], answers[1], `the answer of ${route} to a known address`)
      }
      await expectSignedIn(victim.browser, 'the sign-up of another person')
      await expectRefused(target, victim, chosen, 'another person posted it to the sign-up page')
      await expectAccepted(target, victim, victim.password, 'another person signed up')
    },
  ),
  attack(
    'FP29',
    'fields that a sign-up adds set nothing of the user',
    ['hasSignUp', 'readMails'],
    async (target) => {
      const victim = await signUpUser(target)
      const victimId = (await victim.browser.session())?.user?.id
      const email = newAddress()
      const added = {
        ...(victimId !== undefined && { id: victimId, userId: victimId }),
        name: 'Mallory',
        role: 'admin',
        emailVerified: '2000-01-01',
        image: 'https://evil.test/x.png',
        user: { role: 'admin', name: 'Mallory' },
        constructor: { prototype: { role: 'admin' } },
      }
      await postFields(openBrowser(target), 'signup', { ...added, email })
      const browser = openBrowser(target)
      await choosePassword(browser, await nextLink(target, email), newPassword(), added)
      const session = await browser.session()
      expectThat(session !== null, 'a sign-up with more fields to work')
      const shown = JSON.stringify(session)
      expectThat(!/Mallory|admin|evil\.test/.test(shown), 'no field of the form in the session')
      if (victimId !== undefined) expectThat(session?.user?.id !== victimId, 'a user of its own')
      expectEqual(({} as Record<string, unknown>)['role'], undefined, 'Object.prototype')
      await expectAccepted(target, victim, victim.password, 'a sign-up that named the same id')
    },
  ),
]

function isRefused({ status, headers }: Response): boolean {
  return status >= 400 || (headers.get('location') ?? '').includes('error=')
}

const form = 'application/x-www-form-urlencoded'
const json = 'application/json'

/** Bodies that name two addresses, of which an app might mail to both. */
function bodiesWithTwo(
  victim: string,
  thief: string,
): readonly (readonly [type: string, body: string])[] {
  const joined = [',', ';', ' ', '\n', '\r\nCc: ', '\u0000', '%0a'].map((mark) =>
    JSON.stringify({ email: `${victim}${mark}${thief}` }),
  )
  return [
    [form, `email=${victim}&email=${thief}`],
    [form, `email=${thief}&email=${victim}`],
    [form, `email[]=${victim}&email[]=${thief}`],
    [form, `email=${victim}&email[]=${thief}&email.0=${thief}`],
    [json, JSON.stringify({ email: [victim, thief] })],
    [json, JSON.stringify({ email: { 0: victim, 1: thief } })],
    [json, `{"email":"${victim}","email":"${thief}"}`],
    ...joined.map((body) => [json, body] as const),
  ]
}

/** Posts a body as it is, with the CSRF token of the browser. */
async function expectAnswered(
  browser: Browser,
  route: string,
  type: string,
  body: string,
): Promise<void> {
  const csrfToken = await browser.csrfToken()
  const whole =
    type === form
      ? `${body}&csrfToken=${csrfToken}`
      : `{"csrfToken":"${csrfToken}",${body.slice(1)}`
  const headers = { 'content-type': type }
  const asked = browser.fetch(browser.route(route), { method: 'POST', headers, body: whole })
  await answerOf(asked, { after: shorten(body) })
}

/** Spellings of an address that some databases and mail servers take for the same. */
function lookAlikes(email: string): readonly string[] {
  const [local = '', host = ''] = email.split('@')
  return [
    local.replace('i', '\u0131'),
    local.replace('i', '\u0130'),
    local.replace('k', '\u212a'),
    local.replace('ss', '\u00df'),
    local.replace('s', '\u017f'),
    local.replace('m', '\uff4d'),
    local.replace('e', '\u00e9'),
  ].map((name) => `${name}@${host}`)
}
