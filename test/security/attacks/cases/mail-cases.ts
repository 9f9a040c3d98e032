import type { AttackCase } from '../../../../src/testing/attack/attack-case.js'
import {
  answerOf,
  expectSignedOut,
  expectOwnAddress,
  expectSignedIn,
  expectStays,
  shorten,
} from '../../../../src/testing/attack/answers.js'
import {
  hostileUrlsFor,
  markup,
  spoofedHosts,
} from '../../../../src/testing/attack/hostile-inputs.js'
import { openBrowser } from '../../../../src/testing/attack/target.js'
import { expectEqual, expectThat } from '../../../../src/testing/expectations.js'
import { hostileAddresses } from '../../../support/addresses.js'
import { attack, type FixtureTarget } from '../fixture-target.js'
import { alterLink, askForMail, confirmLink, mailTo, newAddress } from '../mails.js'

/** Sign-ins by mail. */
export const mailCases: readonly AttackCase<FixtureTarget>[] = [
  attack(
    'N1 CVE-2021-21310 GHSA-pg53-56cg-4m8q B33 GHSA-8c5h-wx78-2cfg EM2',
    'a link for one address does not sign in the user of another',
    ['inbox'],
    async (target) => {
      const [mine, theirs] = [newAddress(), newAddress()]
      const link = await mailTo(target, openBrowser(target), mine)
      const asked = openBrowser(target)
      await mailTo(target, asked, theirs)
      for (const browser of [openBrowser(target), asked]) {
        const { response } = await confirmLink(browser, alterLink(link, { email: theirs }))
        expectThat(isRefused(response), 'a refusal of a link for another address')
        await expectSignedOut(browser, 'a link for another address')
      }
    },
  ),
  attack(
    'N8 CVE-2022-39263 GHSA-4rxr-27mm-mxq9',
    'an address with an invented token does not sign the user in',
    ['inbox'],
    async (target) => {
      const link = await mailTo(target, openBrowser(target), newAddress())
      const token = new URL(link).searchParams.get('token') ?? ''
      const changed = token.slice(0, -2) + (token.endsWith('AA') ? 'BB' : 'AA')
      for (const wrong of ['x', '', 'A'.repeat(token.length), changed, `${token}x`]) {
        const browser = openBrowser(target)
        const { response } = await confirmLink(browser, alterLink(link, { token: wrong }))
        expectThat(isRefused(response), `a refusal of the token ${shorten(wrong)}`)
        await expectSignedOut(browser, 'a token that was never sent')
      }
    },
  ),
  attack(
    'N7 CVE-2022-35924 N11 GHSA-5jpx-9hw9-2fx4 N12 GHSA-7rqj-j65f-68wh CVE-2026-73420 P41 CVE-2025-13033 EM1',
    'what is not one plain address gets no mail',
    ['inbox'],
    async (target) => {
      const browser = openBrowser(target)
      const before = target.inbox.length
      for (const address of hostileAddresses) {
        const asked = askForMail(browser, address)
        await answerOf(asked, { after: shorten(address) })
      }
      for (const value of [null, 7, true, {}, [], ['a@x.test'], ['a@x.test', 'b@x.test']]) {
        await answerOf(askForMail(browser, value), { after: JSON.stringify(value) })
      }
      expectEqual(target.inbox.slice(before), [], 'the mails that were sent')
    },
  ),
  attack(
    'EM1 EM6',
    'a mail goes to the address that is kept, letter by letter, however it was typed',
    ['inbox'],
    async (target) => {
      const kept = newAddress()
      const typed = ` ${kept.toUpperCase()} `
      await mailTo(target, openBrowser(target), typed)
      expectEqual(target.inbox.at(-1)?.to, kept, 'the recipient')
      const [first, second] = [openBrowser(target), openBrowser(target)]
      await confirmLink(first, target.inbox.at(-1)?.url ?? '')
      await confirmLink(second, await mailTo(target, second, kept))
      expectEqual(
        (await second.session())?.user?.email,
        (await first.session())?.user?.email,
        'the same person',
      )
    },
  ),
  attack(
    'N5 CVE-2022-31127 GHSA-pgjx-7f9g-9463 P12',
    'markup in the way to a mail is escaped in it',
    ['inbox'],
    async (target) => {
      for (const text of markup) {
        const callbackUrl = `/a?x=${text}`
        await mailTo(target, openBrowser(target), newAddress(), { callbackUrl })
        const html = target.inbox.at(-1)?.html ?? ''
        expectThat(
          !/<script|<svg|<iframe|onerror=|onload=/i.test(html),
          `no ${shorten(text)} in a mail`,
        )
      }
    },
  ),
  attack(
    'P29 CVE-2023-39655 CVE-2025-70948 OR2',
    'no header changes where the link of a mail leads',
    ['inbox'],
    async (target) => {
      for (const headers of spoofedHosts.filter((one) => !('host' in one))) {
        const browser = openBrowser(target)
        const link = await mailTo(target, browser, newAddress(), { headers })
        expectEqual(new URL(link).origin, browser.origin, `a link after ${JSON.stringify(headers)}`)
      }
    },
  ),
  attack(
    'EM2 B32 GHSA-hc7v-rggr-4hvx B23 CVE-2026-53518',
    'of twenty uses of one link at once one signs in, and no later one does',
    ['inbox'],
    async (target) => {
      const link = await mailTo(target, openBrowser(target), newAddress())
      const browsers = Array.from({ length: 20 }, () => openBrowser(target))
      const pages = await Promise.all(browsers.map((one) => one.fetchPage(link, { follow: false })))
      const done = await Promise.all(
        browsers.map((one, at) => one.postForm(pages[at] ?? expectPage())),
      )
      const winners = done.filter(({ response }) => !isRefused(response))
      expectEqual(winners.length, 1, 'the number of sign-ins')
      const late = openBrowser(target)
      expectThat(isRefused((await confirmLink(late, link)).response), 'a used link to be refused')
      await expectSignedOut(late, 'a used link')
    },
  ),
  attack(
    'EM3',
    'opening a sign-in link neither uses it nor signs the visitor in',
    ['inbox'],
    async (target) => {
      const visitor = openBrowser(target)
      const link = await mailTo(target, visitor, newAddress())
      const looks: readonly RequestInit[] = [
        {},
        { method: 'HEAD' },
        { headers: { accept: 'text/html' } },
        { headers: { 'sec-purpose': 'prefetch', 'sec-fetch-mode': 'navigate' } },
      ]
      for (const browser of [openBrowser(target), visitor]) {
        for (const init of looks) {
          await answerOf(browser.send(link, init), { after: 'a look at a link' })
          await expectSignedOut(browser, 'a look at a link')
        }
      }
      const reader = openBrowser(target)
      await confirmLink(reader, link)
      await expectSignedIn(reader, 'the link, after all the looks')
    },
  ),
  attack('EM2 CS1', 'a link is redeemed by a form of the site alone', ['inbox'], async (target) => {
    const link = await mailTo(target, openBrowser(target), newAddress())
    const browser = openBrowser(target)
    const { forms } = await browser.fetchPage(link, { follow: false })
    const headers = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    const body = new URLSearchParams(forms[0]?.hidden)
    const response = await browser.send(forms[0]?.action ?? '', { method: 'POST', headers, body })
    expectEqual(response.status, 403, 'the answer to a form of another site')
    await expectSignedOut(browser, 'a form of another site')
  }),
  attack(
    'B1 CVE-2024-56734 GHSA-8jhw-6pjj-8723 OR1',
    'no destination in a link leads away from the site',
    ['inbox'],
    async (target) => {
      const urls = hostileUrlsFor(new URL(target.url).host).filter((url) => url.length < 1000)
      for (const url of urls.map((one) => one.toWellFormed())) {
        const browser = openBrowser(target)
        const link = await mailTo(target, browser, newAddress())
        const { response } = await confirmLink(
          openBrowser(target),
          alterLink(link, { callbackUrl: url }),
        )
        expectStays(browser, response, `a link with ${shorten(url)}`)
        expectOwnAddress(browser, response.headers.get('location'), `a link with ${shorten(url)}`)
      }
    },
  ),
  attack(
    'EM6 PW1',
    'an unknown address is answered like a known one',
    ['inbox'],
    async (target) => {
      const known = newAddress()
      const owner = openBrowser(target)
      await confirmLink(owner, await mailTo(target, owner, known))
      const answers = new Set<string>()
      for (const address of [known, newAddress()]) {
        const browser = openBrowser(target)
        const { status, headers } = await askForMail(browser, address)
        const { html } = await browser.fetchPage(headers.get('location') ?? '')
        const text = html.replaceAll(/nonce="[^"]*"|value="[^"]*"/g, '').replaceAll(address, '')
        answers.add(`${status} ${headers.get('location')} ${text}`)
      }
      expectEqual(answers.size, 1, 'the number of different answers')
    },
  ),
  attack(
    'EM5 B15 CVE-2026-45364',
    'a flood of requests for one address sends few mails, whatever the headers claim',
    ['inbox', 'hasLimits'],
    async (target) => {
      const address = newAddress()
      const before = target.inbox.length
      let status = 0
      for (let round = 0; round < 30; round++) {
        const headers = { 'x-forwarded-for': `10.1.2.${round}`, 'x-real-ip': `10.1.2.${round}` }
        const typed = round % 2 === 0 ? address : address.toUpperCase()
        ;({ status } = await askForMail(openBrowser(target), typed, { headers }))
      }
      expectEqual(status, 429, 'the answer to the last request')
      expectThat(target.inbox.length - before <= 5, 'few mails')
    },
  ),
]

function isRefused({ status, headers }: Response): boolean {
  return status >= 400 || (headers.get('location') ?? '').includes('error=')
}

function expectPage(): never {
  throw new Error('Expected a page with a button.')
}
