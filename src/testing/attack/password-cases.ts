import { expectEqual, expectThat } from '../expectations.js'
import {
  answerOf,
  describeAnswer,
  expectRefusal,
  expectSignedIn,
  expectSignedOut,
  expectStays,
  shorten,
} from './answers.js'
import { attack, type AttackCase } from './attack-case.js'
import type { Browser } from './browser.js'
import { spoofedHosts } from './hostile-inputs.js'
import {
  awaitMails,
  choosePassword,
  confirmAddress,
  expectAccepted,
  expectRefused,
  mailResetLink,
  newAddress,
  newPassword,
  nextLink,
  openLink,
  passSecond,
  postAddress,
  postFields,
  readLinks,
  signUpUser,
  tryPassword,
  type MailingTarget,
} from './password-users.js'
import { listProviders, openBrowser } from './target.js'

/** Passwords that are long enough, and that everyone tries first. */
const listedPasswords = ['passwordpassword', 'password123password123'] as const

/** More guesses than an app allows for one name by default. */
const manyGuesses = 12

/** Attacks on stored passwords: sign-up, forgotten passwords, and changes of password and address. */
export const passwordCases: readonly AttackCase[] = [
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
    'FP4 CVE-2019-16109',
    'a link without a real token opens nothing',
    ['hasPasswords'],
    async (target) => {
      for (const route of ['reset-password', 'verify-email']) {
        for (const token of ['', '0', 'null', 'undefined', '..', 'a.b.c', '%00', '[]']) {
          const query = new URLSearchParams({ email: newAddress(), token, user: 'x' })
          const browser = openBrowser(target)
          const opened = await openLink(browser, browser.route(`${route}?${query}`))
          expectRefusal(opened, `the token ${shorten(token)} at ${route}`)
        }
        for (const token of [undefined, '', null, 0, [], [''], {}]) {
          const browser = openBrowser(target)
          const fields = { email: newAddress(), token, password: newPassword() }
          const posted = await postFields(browser, route, fields)
          expectRefusal(posted, `the posted token ${JSON.stringify(token)} at ${route}`)
          await expectSignedOut(browser, `the posted token ${JSON.stringify(token)}`)
        }
      }
    },
  ),
  attack(
    'FP5',
    'of twenty new passwords that one link sets at once one counts',
    ['hasSignUp', 'readMails'],
    async (target) => {
      const user = await signUpUser(target)
      const link = await mailResetLink(target, user.email)
      const tries = Array.from({ length: 20 }, () => ({
        browser: openBrowser(target),
        password: newPassword(),
      }))
      for (const { browser } of tries) await openLink(browser, link)
      const answers = await Promise.all(
        tries.map(async ({ browser, password }) => ({
          password,
          response: await postFields(browser, 'reset-password', { password }),
        })),
      )
      const won = answers.filter(({ response }) => !isRefused(response))
      expectEqual(won.length, 1, 'the number of passwords that were set')
      await passSecond()
      await expectAccepted(target, user, won[0]?.password ?? '', 'the one that was set')
      await expectRefused(target, user, user.password, 'another one was set')
    },
  ),
  attack(
    'FP7 CVE-2023-48309',
    'a mailed link for one purpose works for no other',
    ['hasSignUp', 'readMails'],
    async (target) => {
      const user = await signUpUser(target)
      const [email, newOne] = [user.email, newAddress()]
      const reset = await mailResetLink(target, email)
      await postFields(user.browser, 'change-email', {
        email: newOne,
        currentPassword: user.password,
      })
      const change = await nextLink(target, newOne)
      await expectNoOtherUse(target, reset, ['verify-email'])
      await expectNoOtherUse(target, change, ['reset-password'], 'restore')
      const { length } = await readLinks(target, email)
      await confirmAddress(openBrowser(target), change)
      const { providerId } = user
      await expectAccepted(target, { email: newOne, providerId }, user.password, 'the new address')
      const restore = await nextLink(target, email, length)
      await expectNoOtherUse(target, restore, ['reset-password'], 'change')
      await confirmAddress(openBrowser(target), restore)
      await passSecond()
      await expectAccepted(target, user, user.password, 'the old address is back')
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
    'FP12 CVE-2025-22234',
    'a password of any length has one answer for known and unknown users',
    ['hasSignUp', 'readMails'],
    async (target) => {
      const { email, providerId } = await signUpUser(target)
      for (const length of [0, 73, 257, 4096]) {
        const answers: string[] = []
        for (const name of [email, newAddress()]) {
          const typed = 'x'.repeat(length)
          const user = { email: name, providerId }
          const { browser, response } = await tryPassword(target, user, typed)
          answers.push(await describeAnswer(browser, response))
          await expectSignedOut(browser, `a password of ${length} characters`)
        }
        expectEqual(answers[0], answers[1], `the answer to ${length} characters`)
      }
    },
  ),
  attack(
    'FP13 CVE-2025-22228 CVE-2025-25298',
    'every character of a password counts, after 72 bytes and after a NUL, too',
    ['hasSignUp', 'readMails'],
    async (target) => {
      // As long as what bcrypt reads.
      const first = newPassword() + newPassword()
      const user = await signUpUser(target, `${first}-tail`)
      for (const typed of [first, `${first}-liat`, `${first}-tail\u0000x`, `${first}-tail `]) {
        await expectRefused(target, user, typed, `${shorten(typed.slice(70))} at its end`)
      }
      await expectAccepted(target, user, user.password, 'others with the same beginning')
    },
  ),
  attack(
    'FP14 CVE-2013-1443',
    'a huge password is refused at once',
    ['hasPasswords'],
    async (target) => {
      const browser = openBrowser(target)
      const providers = (await listProviders(browser)).filter(({ type }) => type === 'credentials')
      const routes = providers.map(({ id }) => `callback/${id}`)
      for (const route of [...routes, 'reset-password', 'change-password', 'change-email']) {
        for (const length of [10_000, 1_000_000]) {
          const typed = 'x'.repeat(length)
          const fields = { email: newAddress(), password: typed, currentPassword: typed }
          const sent = `${length} characters at ${route}`
          // A server may close the connection instead of reading the whole body.
          const response = await answerOf(postFields(browser, route, fields), {
            after: sent,
          }).catch((thrown: unknown) => {
            if (thrown instanceof TypeError) return null
            throw thrown
          })
          if (response) expectRefusal(response, sent)
        }
      }
      await expectSignedOut(browser, 'huge passwords')
    },
  ),
  attack(
    'FP21',
    'a password that everyone tries first is refused at sign-up, reset and change',
    ['hasSignUp', 'readMails'],
    async (target) => {
      const email = newAddress()
      await postAddress(openBrowser(target), 'signup', email)
      const link = await nextLink(target, email)
      const visitor = openBrowser(target)
      for (const listed of [...listedPasswords, email]) {
        expectRefusal(await choosePassword(visitor, link, listed), `${listed} at the sign-up`)
        await expectSignedOut(visitor, `${listed} at the sign-up`)
      }
      const user = await signUpUser(target)
      const reset = await mailResetLink(target, user.email)
      for (const listed of [...listedPasswords, user.email]) {
        const chosen = await choosePassword(openBrowser(target), reset, listed)
        expectRefusal(chosen, `${listed} as the new password`)
        const fields = { currentPassword: user.password, password: listed }
        const changed = await postFields(user.browser, 'change-password', fields)
        expectRefusal(changed, `${listed} as the changed password`)
      }
      await expectAccepted(target, user, user.password, 'others were refused')
    },
  ),
  attack(
    'FP22',
    'a session without the current password changes neither password nor address',
    ['hasSignUp', 'readMails'],
    async (target) => {
      const user = await signUpUser(target)
      const [password, moved] = [newPassword(), newAddress()]
      const wrong = [undefined, '', newPassword(), null, [user.password], { 0: 'x' }, true]
      for (const currentPassword of wrong) {
        const fields = { currentPassword, password }
        const response = await postFields(user.browser, 'change-password', fields)
        expectRefusal(response, `${JSON.stringify(currentPassword)} as the current password`)
      }
      for (const currentPassword of [undefined, newPassword()]) {
        const fields = { currentPassword, email: moved }
        const response = await postFields(user.browser, 'change-email', fields)
        expectRefusal(response, `${JSON.stringify(currentPassword)} for a new address`)
      }
      const stranger = openBrowser(target)
      const known = { currentPassword: user.password, password, email: moved }
      for (const route of ['change-password', 'change-email']) {
        expectRefusal(await postFields(stranger, route, known), `a stranger at ${route}`)
      }
      await awaitMails(target)
      expectEqual(await readLinks(target, moved), [], 'the links that the new address got')
      await expectRefused(target, user, password, 'nobody proved to know the current one')
      await expectAccepted(target, user, user.password, 'all of that')
    },
  ),
  attack(
    'FP23',
    'a stranger who guesses passwords locks out neither the browser nor the mails of the user',
    ['hasSignUp', 'readMails'],
    async (target) => {
      const user = await signUpUser(target)
      const known = await expectAccepted(target, user, user.password, 'the sign-up')
      for (let count = 0; count < manyGuesses; count += 1) {
        await tryPassword(target, user, newPassword())
      }
      await postFields(known, 'signout', {})
      await expectSignedOut(known, 'the sign-out')
      await tryPassword(target, user, user.password, known)
      await expectSignedIn(known, 'a sign-in of a known browser after guesses of a stranger')
      const browser = openBrowser(target)
      await choosePassword(browser, await mailResetLink(target, user.email), newPassword())
      await expectSignedIn(browser, 'a reset after guesses of a stranger')
    },
  ),
  attack(
    'FP25',
    'a link stays valid when others are requested, and one use ends them all',
    ['hasSignUp', 'readMails'],
    async (target) => {
      const user = await signUpUser(target)
      const links: string[] = []
      for (let count = 0; count < 4; count += 1) {
        links.push(await mailResetLink(target, user.email))
      }
      const [first = '', ...others] = links
      const chosen = newPassword()
      const browser = openBrowser(target)
      await choosePassword(browser, first, chosen)
      await expectSignedIn(browser, 'the first of four links')
      for (const link of [...others, first]) {
        const late = openBrowser(target)
        await choosePassword(late, link, newPassword())
        await expectSignedOut(late, 'a link whose user has a new password')
      }
      await passSecond()
      await expectAccepted(target, user, chosen, 'later uses of other links')
    },
  ),
  attack(
    'FP26',
    'the token of a mailed link leaves the address bar at once and is on no page',
    ['hasSignUp', 'readMails'],
    async (target) => {
      const user = await signUpUser(target)
      const moved = newAddress()
      const fields = { email: moved, currentPassword: user.password }
      await postFields(user.browser, 'change-email', fields)
      const links = [await mailResetLink(target, user.email), await nextLink(target, moved)]
      for (const link of links) {
        const token = new URL(link).searchParams.get('token') ?? ''
        const browser = openBrowser(target)
        const { status, headers } = await openLink(browser, link)
        const location = headers.get('location') ?? ''
        expectEqual(status, 302, 'the answer to a mailed link')
        expectThat(!location.includes(token), 'a redirect to a URL without the token')
        const policy = headers.get('referrer-policy') ?? ''
        expectThat(/^(?:no-referrer|same-origin)$/.test(policy), 'no other site to learn the URL')
        expectThat(/\bno-store\b/.test(headers.get('cache-control') ?? ''), 'no cache to keep it')
        const { html } = await browser.fetchPage(location)
        expectThat(!html.includes(token), 'a page without the token')
      }
    },
  ),
  attack(
    'FP27',
    'no answer repeats a password that was typed',
    ['hasPasswords'],
    async (target) => {
      const browser = openBrowser(target)
      const canary = `canary-${newPassword()}`
      const providers = (await listProviders(browser)).filter(({ type }) => type === 'credentials')
      const routes = providers.map(({ id }) => `callback/${id}`)
      const forms = ['signup', 'forgot-password', 'reset-password', 'change-password']
      for (const route of [...routes, ...forms, 'change-email', 'verify-email']) {
        const typed = { email: 'x', username: 'x', password: canary, currentPassword: canary }
        for (const headers of [{}, { 'x-auth-return-redirect': '1' }]) {
          const response = await postFields(browser, route, typed, headers)
          await expectNoEcho(browser, response, canary, route)
        }
      }
    },
  ),
  attack(
    'FP27',
    'no page repeats a new password that was refused',
    ['hasSignUp', 'readMails'],
    async (target) => {
      const user = await signUpUser(target)
      const visitor = openBrowser(target)
      // One character more than any set of rules allows.
      const canary = `canary-${newPassword()}`.padEnd(1025, '-')
      const link = await mailResetLink(target, user.email)
      const chosen = await choosePassword(visitor, link, canary)
      expectRefusal(chosen, 'a new password of 1025 characters')
      await expectNoEcho(visitor, chosen, canary, 'reset-password')
      const fields = { currentPassword: user.password, password: canary }
      const changed = await postFields(user.browser, 'change-password', fields)
      expectRefusal(changed, 'a changed password of 1025 characters')
      await expectNoEcho(user.browser, changed, canary, 'change-password')
    },
  ),
  attack(
    'FP28',
    'a link that confirms an address signs nobody in and leaves the session alone',
    ['hasSignUp', 'readMails'],
    async (target) => {
      const [attacker, victim] = [await signUpUser(target), await signUpUser(target)]
      const before = (await victim.browser.session())?.user
      const email = newAddress()
      const fields = { email, currentPassword: attacker.password }
      await postFields(attacker.browser, 'change-email', fields)
      const link = await nextLink(target, email)
      await confirmAddress(victim.browser, link)
      expectEqual((await victim.browser.session())?.user, before, 'the user of the session')
      const { providerId } = attacker
      await expectAccepted(target, { email, providerId }, attacker.password, 'the confirmation')
      const stranger = openBrowser(target)
      await confirmAddress(stranger, link)
      await expectSignedOut(stranger, 'the link that confirms an address')
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
  attack(
    'OR2 P29 CVE-2023-39655 CVE-2025-70948',
    'no header changes where the link of a mail about a password leads',
    ['hasSignUp', 'readMails'],
    async (target) => {
      for (const headers of spoofedHosts.filter((one) => !('host' in one))) {
        const browser = openBrowser(target)
        const email = newAddress()
        await postAddress(browser, 'signup', email, headers)
        const link = await nextLink(target, email)
        expectEqual(new URL(link).origin, browser.origin, `a link after ${JSON.stringify(headers)}`)
      }
    },
  ),
  attack(
    'N3 OR1',
    'no destination in a mailed link leads away from the site after a new password',
    ['hasSignUp', 'readMails'],
    async (target) => {
      for (const callbackUrl of ['https://evil.test', '/\\evil.test', 'javascript:alert(1)']) {
        const email = newAddress()
        await postFields(openBrowser(target), 'signup', { email, callbackUrl })
        const link = new URL(await nextLink(target, email))
        const carried = link.searchParams.get('callbackUrl') ?? '/'
        expectThat(!carried.includes('evil.test'), `no ${callbackUrl} in a mail`)
        link.searchParams.set('callbackUrl', callbackUrl)
        const browser = openBrowser(target)
        const response = await choosePassword(browser, link.href, newPassword(), { callbackUrl })
        await expectSignedIn(browser, `a new password with ${callbackUrl}`)
        expectThat(response.headers.has('location'), 'a redirect after the new password')
        expectStays(browser, response, `a mailed link with callbackUrl=${callbackUrl}`)
      }
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

/** Throws if a link opens anything at other routes, or with another purpose at its own. */
async function expectNoOtherUse(
  target: MailingTarget,
  link: string,
  routes: readonly string[],
  purpose?: string,
): Promise<void> {
  const own = new URL(link)
  const purposes = purpose === undefined ? ['change', 'restore'] : [purpose]
  const mine = purpose === undefined ? [] : [own.pathname]
  const browser = openBrowser(target)
  for (const path of [...routes.map((route) => browser.route(route)), ...mine]) {
    for (const name of purposes) {
      const url = new URL(link)
      url.pathname = path
      url.searchParams.set('purpose', name)
      const visitor = openBrowser(target)
      expectRefusal(await openLink(visitor, url.href), `a link at ${path} to ${name}`)
    }
  }
  const providers = await listProviders(browser)
  for (const { id } of providers.filter(({ type }) => type === 'email')) {
    const visitor = openBrowser(target)
    const page = await visitor.fetchPage(visitor.route(`callback/${id}${own.search}`))
    if (page.forms.length > 0) await visitor.postForm(page)
    await expectSignedOut(visitor, `a link about a password at the provider ${id}`)
  }
}

/** Throws if an answer, its cookies or the page that it leads to contain a text. */
async function expectNoEcho(
  browser: Browser,
  response: Response,
  text: string,
  route: string,
): Promise<void> {
  const location = response.headers.get('location')
  const page = location === null ? '' : (await browser.fetchPage(location)).html
  const cookies = browser.cookies.map(({ value }) => value)
  const said = [...response.headers].flat()
  const all = [await response.text(), page, ...cookies, ...said].join('\n')
  expectThat(!all.includes(text), `no answer of ${route} to repeat a password`)
}
