import { expectEqual, expectThat } from '../../../src/testing/expectations.js'
import { expectSignedOut, expectSignedIn } from '../../../src/testing/attack/answers.js'
import { openBrowser } from '../../../src/testing/attack/target.js'
import type { Browser } from '../../support/browser.js'
import type { Claims } from '../../support/oauth/fake-keys.js'
import type { FakeProvider } from '../../support/oauth/fake-provider.js'
import type { Misbehaviour } from '../../support/oauth/misbehaviour.js'
import { comeBack, start } from '../../support/oauth/sign-in.js'
import type { FixtureTarget } from './fixture-target.js'

/** A sign-in at a service, as one browser saw it. */
export interface Visit {
  readonly browser: Browser
  readonly response: Response
}

export interface VisitOptions {
  readonly id?: string
  readonly person?: Claims
  readonly browser?: Browser
  readonly callbackUrl?: string
}

/** A visitor who has never been here. */
export function newcomer(overrides: Claims = {}): Claims {
  const sub = crypto.randomUUID()
  return { sub, name: `Person ${sub}`, email: `${sub}@newcomers.test`, ...overrides }
}

/** A whole sign-in at a service that does something wrong, which it does not do afterwards. */
export async function signInAt(
  target: FixtureTarget,
  fake: FakeProvider,
  misbehaviour: Misbehaviour = {},
  { id = 'op', person = newcomer(), browser = openBrowser(target), callbackUrl }: VisitOptions = {},
): Promise<Visit> {
  const begin = { id, ...(callbackUrl !== undefined && { callbackUrl }) }
  return during(fake, misbehaviour, async () => {
    const response = await comeBack(browser, fake.authorize(await start(browser, begin), person))
    return { browser, response }
  })
}

/** Does something while a service misbehaves. */
async function during<T>(
  fake: FakeProvider,
  misbehaviour: Misbehaviour,
  run: () => Promise<T>,
): Promise<T> {
  fake.misbehaviour = misbehaviour
  try {
    return await run()
  } finally {
    fake.misbehaviour = {}
  }
}

/** Back at a page of the application, with a reason, and without a session. */
export async function expectTurnedAway({ browser, response }: Visit, after: string): Promise<void> {
  expectEqual(response.status, 302, `the answer after ${after}`)
  const location = new URL(response.headers.get('location') ?? '', browser.origin)
  expectEqual(location.origin, browser.origin, `where one is sent after ${after}`)
  expectThat(location.searchParams.has('error'), `a reason after ${after}, got ${location.href}`)
  await expectSignedOut(browser, after)
}

export async function expectLetIn({ browser, response }: Visit, after: string): Promise<void> {
  const location = response.headers.get('location')
  const where = new URL(location ?? '', browser.origin)
  expectThat(!where.searchParams.has('error'), `no error after ${after}, got ${location}`)
  await expectSignedIn(browser, after)
}

/** Throws unless each of these misbehaviours keeps the visitor out. */
export async function expectAllRefused(
  target: FixtureTarget,
  fake: FakeProvider,
  mutations: Readonly<Record<string, Misbehaviour>>,
  options: VisitOptions = {},
): Promise<void> {
  for (const [what, misbehaviour] of Object.entries(mutations)) {
    await expectTurnedAway(await signInAt(target, fake, misbehaviour, options), what)
  }
  await expectLetIn(await signInAt(target, fake, {}, options), 'nothing wrong')
}

/** Throws unless the visitor gets in with each of these oddities. */
export async function expectAllAccepted(
  target: FixtureTarget,
  fake: FakeProvider,
  mutations: Readonly<Record<string, Misbehaviour>>,
  options: VisitOptions = {},
): Promise<void> {
  for (const [what, misbehaviour] of Object.entries(mutations)) {
    await expectLetIn(await signInAt(target, fake, misbehaviour, options), what)
  }
}
