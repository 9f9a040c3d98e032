import { expectEqual, expectThat } from '../expectations.js'
import { describeAnswer, expectSignedIn, expectSignedOut } from './answers.js'
import { attack, type AttackCase } from './attack-case.js'
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
  passSecond,
  postAddress,
  postFields,
  readLinks,
  signUpUser,
  tryPassword,
  type MailingTarget,
  type PasswordUser,
} from './password-users.js'
import { newProviderUser, signInAtProvider } from './provider-users.js'
import { openBrowser, type AttackTarget } from './target.js'

const minute = 60
const day = 24 * 60 * minute

/** How often the time of a sign-in is measured. Fewer than an app allows for one name. */
const rounds = 8

/** Attacks that take time, measure it, or let it pass. */
export const passwordTimeCases: readonly AttackCase[] = [
  attack(
    'FP6 CVE-2026-52809',
    'a mailed link works as long as its mail says, and no longer',
    ['hasSignUp', 'readMails', 'moveClock'],
    async (target) => {
      const { moveClock } = target
      const user = await signUpUser(target)
      const late = openBrowser(target)
      await postAddress(late, 'signup', newAddress())
      const reset = await mailResetLink(target, user.email)
      await moveClock(29 * minute)
      const browser = openBrowser(target)
      const second = newPassword()
      await choosePassword(browser, reset, second)
      await expectSignedIn(browser, 'a link of 29 minutes ago')
      const expired = await mailResetLink(target, user.email)
      const newcomer = newAddress()
      await postAddress(openBrowser(target), 'signup', newcomer)
      const signUp = await nextLink(target, newcomer)
      const moved = newAddress()
      await postFields(browser, 'change-email', { email: moved, currentPassword: second })
      const change = await nextLink(target, moved)
      await moveClock(31 * minute)
      for (const link of [expired, signUp]) {
        await choosePassword(late, link, newPassword())
        await expectSignedOut(late, 'a link of 31 minutes ago')
      }
      await confirmAddress(browser, change)
      const { email, providerId } = user
      await expectRefused(target, { email: moved, providerId }, second, 'a link of 31 minutes ago')
      await expectOldUndo(target, { ...user, password: second, browser }, moveClock)
      await expectRefused(target, { email, providerId }, second, 'an undo of eight days ago')
    },
  ),
  attack(
    'FP11 CVE-2024-39329',
    'a wrong password takes its time for unknown users, and for users without a password',
    ['hasSignUp', 'readMails'],
    async (target) => {
      let shortest = await measureRefusals(target)
      for (let more = 0; more < 2 && !isAlike(shortest); more += 1) {
        const again = await measureRefusals(target)
        shortest = shortest.map((one, at) => Math.min(one, again[at] ?? one))
      }
      const times = shortest.map((one) => `${Math.round(one)} ms`).join(', ')
      expectThat(isAlike(shortest), `about the same time for every kind of user, got ${times}`)
    },
  ),
  attack(
    'FP17',
    'two hundred sign-ins at once are answered or refused alike, and other visitors do not wait',
    ['hasSignUp', 'readMails'],
    async (target) => {
      const [{ email, providerId }, reader] = [await signUpUser(target), await signUpUser(target)]
      const longestFlood = Math.max(3000, 4 * (await measureVisits(target)))
      const before = await target.readMemory?.()
      const flood = openFlood(target, { email, providerId })
      const seen = { memory: before ?? 0, reads: [] as number[] }
      while (!flood.isOver()) {
        const began = performance.now()
        await expectSignedIn(reader.browser, 'a sign-in, during many others')
        seen.reads.push(performance.now() - began)
        seen.memory = Math.max(seen.memory, (await target.readMemory?.()) ?? 0)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      const answers = await flood.answers
      const odd = answers.filter(({ status }) => status >= 500 && status !== 503)
      expectEqual(odd.length, 0, 'the number of errors of the server')
      const busy = answers.filter(({ status }) => status === 503)
      expectThat(
        busy.every(({ retryAfter }) => Number(retryAfter) > 0),
        'every answer 503 to have a Retry-After',
      )
      expectEqual(
        new Set(busy.map(({ text }) => text)).size < 2,
        true,
        'one text of all answers 503',
      )
      const slowest = Math.round(Math.max(...answers.map(({ took }) => took)))
      const read = middleOf(seen.reads)
      // A read that waits for the hashes takes as long as they do.
      const longestRead = Math.max(200, Math.round(slowest / 4))
      expectThat(
        read < longestRead,
        `a session to be read within ${longestRead} ms meanwhile, it took ${read} ms`,
      )
      // An app that refuses no sign-in must have answered all of them by then.
      const isBounded = busy.length > 0 || slowest < longestFlood
      expectThat(isBounded, `some of 200 sign-ins to be refused, the last one took ${slowest} ms`)
      const grown = Math.round((seen.memory - (before ?? 0)) / 2 ** 20)
      expectThat(grown <= 300, `the memory to grow by 300 MiB at most, it grew by ${grown} MiB`)
      await expectAccepted(target, reader, reader.password, 'two hundred sign-ins at once')
    },
  ),
]

/**
 * Measures how long a wrong password takes for a known user, for unknown ones, and for one without a
 * password. These are the shortest times, because other work of the app and of the network only adds to
 * them. So a second measurement can only come closer to the truth.
 */
async function measureRefusals(target: MailingTarget): Promise<readonly number[]> {
  const { email, providerId } = await signUpUser(target)
  const names = [email, undefined]
  if (target.openIdProvider) {
    const person = newProviderUser()
    await signInAtProvider(target, target.openIdProvider, person)
    names.push(person.email ?? '')
  }
  const shortest = names.map(() => Infinity)
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, name = newAddress()] of names.entries()) {
      const browser = openBrowser(target)
      await browser.csrfToken()
      const began = performance.now()
      await tryPassword(target, { email: name, providerId }, newPassword(), browser)
      shortest[at] = Math.min(shortest[at] ?? Infinity, performance.now() - began)
    }
  }
  return shortest
}

function isAlike(times: readonly number[]): boolean {
  return Math.min(...times) * 2 > Math.max(...times)
}

/** Measures how long two hundred visitors take who sign in with nothing. A busy machine is slow for all. */
async function measureVisits(target: AttackTarget): Promise<number> {
  const began = performance.now()
  await Promise.all(Array.from({ length: 200 }, async () => openBrowser(target).csrfToken()))
  return performance.now() - began
}

interface FloodAnswer {
  readonly status: number
  readonly retryAfter: string | null
  readonly text: string
  readonly took: number
}

/** Sends two hundred sign-ins at once, half of them for a known user. */
function openFlood(
  target: AttackTarget,
  { email, providerId }: Pick<PasswordUser, 'email' | 'providerId'>,
): { readonly answers: Promise<readonly FloodAnswer[]>; readonly isOver: () => boolean } {
  let isOver = false
  const attempts = Array.from({ length: 200 }, async (_, at): Promise<FloodAnswer> => {
    const name = at % 2 === 0 ? email : newAddress()
    const began = performance.now()
    const tried = await tryPassword(target, { email: name, providerId }, newPassword())
    const took = performance.now() - began
    const { status, headers } = tried.response
    const text = status === 503 ? await describeAnswer(tried.browser, tried.response) : ''
    // The page may show the address again.
    return { status, retryAfter: headers.get('retry-after'), text: text.replaceAll(name, ''), took }
  })
  const answers = Promise.all(attempts).finally(() => (isOver = true))
  // The caller awaits it when the flood is over.
  answers.catch(() => undefined)
  return { answers, isOver: () => isOver }
}

function middleOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)
}

/** Changes the address of a user, and undoes the change eight days later. */
async function expectOldUndo(
  target: Parameters<typeof nextLink>[0],
  { browser, email, password }: PasswordUser,
  moveClock: (seconds: number) => Promise<void>,
): Promise<void> {
  const known = await readLinks(target, email)
  const moved = newAddress()
  await postFields(browser, 'change-email', { email: moved, currentPassword: password })
  await confirmAddress(browser, await nextLink(target, moved))
  const undo = await nextLink(target, email, known.length)
  await moveClock(8 * day)
  await confirmAddress(openBrowser(target), undo)
  await awaitMails(target)
  await passSecond()
}
