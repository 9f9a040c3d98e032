import { toHex } from '../../crypto/hex.js'
import { expectEqual, expectThat } from '../expectations.js'
import { expectRefusal, expectSignedIn, expectSignedOut } from './answers.js'
import { attack, type AttackCase } from './attack-case.js'
import { choosePassword, mailResetLink, newPassword, signUpUser } from './password-users.js'
import { openBrowser } from './target.js'

/** Milliseconds for a new password whose check gets no answer. The app waits for one second. */
const longestWait = 4000

/** Attacks on the check for leaked passwords, and by the service that answers it. */
export const passwordLeakCases: readonly AttackCase[] = [
  attack(
    'FP20',
    'the check for leaked passwords sends five hex digits of a hash, and nothing else',
    ['hasSignUp', 'readMails', 'rangeService'],
    async (target) => {
      const { rangeService } = target
      const user = await signUpUser(target)
      const first = rangeService.requests.length
      const leaked = newPassword()
      const suffix = (await sha1Of(leaked)).slice(5)
      const link = await mailResetLink(target, user.email)
      rangeService.answerWith(() => new Response(`${suffix}:7`))
      const browser = openBrowser(target)
      expectRefusal(await choosePassword(browser, link, leaked), 'a leaked password')
      await expectSignedOut(browser, 'a leaked password')
      const sent = rangeService.requests.slice(first)
      expectThat(sent.length > 0, 'a request to the service for leaked passwords')
      for (const { url, headers, body } of sent) {
        const { pathname, search } = new URL(url)
        expectThat(/\/[\dA-F]{5}$/i.test(pathname), `five hex digits in the path, got ${pathname}`)
        expectEqual(search + body, '', 'what else the request contains')
        expectEqual(headers.get('add-padding'), 'true', 'the header that hides the size')
        const all = `${url} ${[...headers].flat().join(' ')}`.toLowerCase()
        const isSilent = ![leaked, suffix.toLowerCase(), user.email].some((one) =>
          all.includes(one),
        )
        expectThat(isSilent, 'no more of the password, and nothing of the user, in the request')
        expectEqual(headers.get('cookie'), null, 'the cookies of the request')
      }
      const log = (await target.readLog?.()) ?? ''
      expectThat(!log.includes(leaked) && !log.includes(suffix), 'no log line about the password')
    },
  ),
  attack(
    'FP20',
    'a service for leaked passwords that redirects, floods or does not answer stops no new password',
    ['hasSignUp', 'readMails', 'rangeService'],
    async (target) => {
      const { rangeService } = target
      const user = await signUpUser(target)
      try {
        for (const [what, answer] of hostileAnswers) {
          const link = await mailResetLink(target, user.email)
          const password = newPassword()
          const suffix = (await sha1Of(password)).slice(5)
          rangeService.answerWith((request) => answer(request, suffix))
          const { length } = rangeService.requests
          const browser = openBrowser(target)
          const began = performance.now()
          await choosePassword(browser, link, password)
          const took = Math.round(performance.now() - began)
          await expectSignedIn(browser, `a new password, and ${what}`)
          expectThat(took < longestWait, `an answer in ${longestWait} ms in spite of ${what}`)
          const asked = rangeService.requests.length - length
          expectEqual(asked, 1, `the number of requests in spite of ${what}`)
        }
      } finally {
        rangeService.answerWith(() => new Response(`${'0'.repeat(35)}:0`))
      }
    },
  ),
]

type Answer = (request: Request, suffix: string) => Response | Promise<Response>

const hostileAnswers: readonly (readonly [what: string, answer: Answer])[] = [
  ['a padding line with the hash', (_request, suffix) => new Response(`${suffix}:0`)],
  [
    'a redirect',
    ({ url }) => new Response(null, { status: 302, headers: { location: `${url}?next` } }),
  ],
  [
    'an answer of ten megabytes',
    (_request, suffix) => new Response(`${'x'.repeat(10_000_000)}\n${suffix}:7`),
  ],
  ['an error', () => new Response('Not now.', { status: 503 })],
  [
    'no answer for ten seconds',
    async (_request, suffix) => {
      await new Promise((resolve) => setTimeout(resolve, 10_000))
      return new Response(`${suffix}:7`)
    },
  ],
]

async function sha1Of(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text))
  return toHex(new Uint8Array(digest)).toUpperCase()
}
