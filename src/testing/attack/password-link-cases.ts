import { expectEqual, expectThat } from '../expectations.js'
import { expectRefusal, expectSignedIn, expectSignedOut, expectStays, shorten } from './answers.js'
import { attack, type AttackCase } from './attack-case.js'
import { spoofedHosts } from './hostile-inputs.js'
import {
  choosePassword,
  confirmAddress,
  expectAccepted,
  expectRefused,
  mailResetLink,
  newAddress,
  newPassword,
  nextLink,
  openForm,
  openLink,
  passSecond,
  postAddress,
  postFields,
  readLinks,
  signUpUser,
  type MailingTarget,
  type PasswordUser,
} from './password-users.js'
import { listProviders, openBrowser } from './target.js'

/** Attacks on the links in mails about passwords and addresses. */
export const passwordLinkCases: readonly AttackCase[] = [
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
      const forms = []
      for (const { browser, password } of tries) {
        forms.push({ browser, fields: { ...(await openForm(browser, link)), password } })
      }
      const answers = await Promise.all(
        forms.map(async ({ browser, fields }) => ({
          password: fields.password,
          response: await postFields(browser, 'reset-password', fields),
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
      await confirmAddress(user.browser, change)
      const { providerId } = user
      await expectAccepted(target, { email: newOne, providerId }, user.password, 'the new address')
      const restore = await nextLink(target, email, length)
      await expectNoOtherUse(target, restore, ['reset-password'], 'change')
      await confirmAddress(openBrowser(target), restore)
      await passSecond()
      // The app may ask for a new password, because someone else may know the old one.
      await expectRefused(target, { email: newOne, providerId }, user.password, 'the undo')
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
    'FP25',
    'a link sets no password after another user has got its address',
    ['hasSignUp', 'readMails'],
    async (target) => {
      const [former, next] = [await signUpUser(target), await signUpUser(target)]
      const { email } = former
      const link = await mailResetLink(target, email)
      await moveAddress(target, former, newAddress())
      await moveAddress(target, next, email)
      const moved = { ...next, email }
      await expectAccepted(target, moved, next.password, 'the change of the address')
      const late = openBrowser(target)
      await choosePassword(late, link, newPassword())
      await expectSignedOut(late, 'a link that was mailed for another user')
      await expectAccepted(target, moved, next.password, 'a link that was mailed for another user')
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
    'FP28',
    'a link that confirms an address gives no session and leaves the session alone',
    ['hasSignUp', 'readMails'],
    async (target) => {
      const [attacker, victim] = [await signUpUser(target), await signUpUser(target)]
      const before = (await victim.browser.session())?.user
      const email = newAddress()
      const fields = { email, currentPassword: attacker.password }
      await postFields(attacker.browser, 'change-email', fields)
      const link = await nextLink(target, email)
      // The page of another browser may show no form.
      const form = await openForm(attacker.browser, link)
      await openLink(victim.browser, link)
      await postFields(victim.browser, 'verify-email', form)
      expectEqual((await victim.browser.session())?.user, before, 'the user of the session')
      const stranger = openBrowser(target)
      await openLink(stranger, link)
      await postFields(stranger, 'verify-email', form)
      await expectSignedOut(stranger, 'the link that confirms an address')
      // The link may need the session that asked for it.
      await confirmAddress(attacker.browser, link)
      const { providerId } = attacker
      await expectAccepted(target, { email, providerId }, attacker.password, 'the confirmation')
    },
  ),
  attack(
    'FP28',
    'a form sets the password of the link that its page showed, and of no other',
    ['hasSignUp', 'readMails'],
    async (target) => {
      const [attacker, victim] = [await signUpUser(target), await signUpUser(target)]
      const links = [attacker, victim].map(async ({ email }) => mailResetLink(target, email))
      const [hostile = '', own = ''] = await Promise.all(links)
      const browser = openBrowser(target)
      const shown = await openForm(browser, own)
      // Another site opens its own link in the same browser.
      await openLink(browser, hostile)
      for (const fields of [shown, {}]) {
        await postFields(browser, 'reset-password', { ...fields, password: newPassword() })
        await expectSignedOut(browser, 'a form whose page showed another link')
      }
      await expectAccepted(target, attacker, attacker.password, 'the form of another user')
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

/** Changes the address of a user, who confirms it, and waits for the mail to the former one. */
async function moveAddress(
  target: MailingTarget,
  { browser, email: former, password }: PasswordUser,
  email: string,
): Promise<void> {
  const [mailed, told] = [await readLinks(target, email), await readLinks(target, former)]
  await postFields(browser, 'change-email', { email, currentPassword: password })
  await confirmAddress(browser, await nextLink(target, email, mailed.length))
  await nextLink(target, former, told.length)
}

function isRefused({ status, headers }: Response): boolean {
  return status >= 400 || (headers.get('location') ?? '').includes('error=')
}

/** Throws if a link opens anything at other routes, or with another purpose at its own. */
async function expectNoOtherUse(
  target: MailingTarget,
  link: string,
  routes: readonly string[],
  purpose?: string,
): Promise<void> {
  const own = new URL(link)
  const purposes = purpose === undefined ? ['change', 'restore', 'verify'] : [purpose]
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
