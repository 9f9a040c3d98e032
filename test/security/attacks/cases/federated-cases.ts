import type { AttackCase } from '../../../../src/testing/attack/attack-case.js'
import { expectSignedOut, expectStays } from '../../../../src/testing/attack/answers.js'
import { hostileUrlsFor } from '../../../../src/testing/attack/hostile-inputs.js'
import { enter, openBrowser } from '../../../../src/testing/attack/target.js'
import { expectEqual, expectThat } from '../../../../src/testing/expectations.js'
import type { FakeProvider } from '../../../support/oauth/fake-provider.js'
import { comeBack, press, start } from '../../../support/oauth/sign-in.js'
import * as mutations from '../response-mutations.js'
import { expectTurnedAway, newcomer, signInAt } from '../federated.js'
import { attack, type FixtureTarget } from '../fixture-target.js'

/** Sign-ins at an identity service, and what goes through the browser on the way. */
export const federatedCases: readonly AttackCase<FixtureTarget>[] = [
  attack(
    'AR1 P17 CVE-2023-31999 N9 CVE-2023-27490',
    'a response with another state than the browser was sent away with is refused before any token request',
    ['op'],
    async (target) => {
      await expectUnanswered(target.op, () =>
        expectEachTurnedAway(target, target.op, mutations.stateMutations),
      )
    },
  ),
  attack(
    'AR2',
    'a response of another form is refused before any token request',
    ['op'],
    async (target) => {
      await expectUnanswered(target.op, () =>
        expectEachTurnedAway(target, target.op, mutations.responseMutations),
      )
    },
  ),
  attack(
    'AR3',
    'a response of another issuer is refused before any token request',
    ['op'],
    async (target) => {
      await expectUnanswered(target.op, () =>
        expectEachTurnedAway(target, target.op, mutations.responseIssuerMutations),
      )
    },
  ),
  attack(
    'AR4 N14 GHSA-x445-f3h2-j279 CVE-2026-73419',
    'a response of one provider at the callback of another sends no code there, and links nothing',
    ['op', 'two', 'user'],
    async (target) => {
      for (const browser of [openBrowser(target), await enter(target, target.user)]) {
        const before = await browser.session()
        const { redirectUri, ...back } = target.op.authorize(await start(browser), newcomer())
        const elsewhere = redirectUri.replace(/op$/, 'two')
        const response = await expectUnanswered(target.two, () =>
          comeBack(browser, { ...back, redirectUri: elsewhere }),
        )
        expectThat(isRefused(response), 'a refusal at the callback of another provider')
        expectEqual(await browser.session(), before, 'the session afterwards')
      }
    },
  ),
  attack(
    'AR5 N9 CVE-2023-27490 B16 GHSA-wxw3-q3m9-c3jr',
    "an attacker's callback URL does not sign the visitor in, with or without a sign-in under way",
    ['op'],
    async (target) => {
      const attacker = openBrowser(target)
      const theirs = target.op.authorize(await start(attacker), newcomer())
      const cold = openBrowser(target)
      await expectTurnedAway({ browser: cold, response: await comeBack(cold, theirs) }, 'nothing')
      for (const state of ['theirs', 'mine', 'none', 'x'] as const) {
        const victim = openBrowser(target)
        const mine = target.op.authorize(await start(victim), newcomer())
        const params = new URLSearchParams(theirs.params)
        if (state === 'mine') params.set('state', mine.params.get('state') ?? '')
        if (state === 'none') params.delete('state')
        if (state === 'x') params.set('state', 'x')
        const response = await comeBack(victim, { ...theirs, params })
        await expectTurnedAway({ browser: victim, response }, `their code with the state: ${state}`)
      }
    },
  ),
  attack(
    'P16 CVE-2026-29792',
    'no profile and no token in the query of a callback stands in for a sign-in',
    ['op', 'plain'],
    async (target) => {
      for (const id of ['op', 'plain']) {
        const browser = openBrowser(target)
        const query = 'profile[id]=1&id=1&sub=1&access_token=x&email=ada@people.test&code=x&state=x'
        const response = await browser.send(browser.route(`callback/${id}?${query}`))
        await expectTurnedAway({ browser, response }, `a made-up callback of ${id}`)
      }
    },
  ),
  attack(
    'AR6 B23 CVE-2026-53518 GHSA-7w99-5wm4-3g79',
    'of fifty equal responses at once one signs in, and later ones do not',
    ['op'],
    async (target) => {
      const browser = openBrowser(target)
      const back = target.op.authorize(await start(browser), newcomer())
      const copies = Array.from({ length: 50 }, () => browser.copy())
      const answers = await Promise.all(copies.map((copy) => comeBack(copy, back)))
      expectEqual(answers.filter((one) => !isRefused(one)).length, 1, 'the number of sign-ins')
      const late = await comeBack(browser, back)
      await expectTurnedAway({ browser, response: late }, 'a response that was used')
    },
  ),
  attack(
    'AR7',
    "another user's code in an attacker's own sign-in is refused",
    ['op'],
    async (target) => {
      const stolen = target.op.authorize(await start(openBrowser(target)), newcomer())
      const browser = openBrowser(target)
      const { params, ...back } = target.op.authorize(await start(browser), newcomer())
      params.set('code', stolen.params.get('code') ?? '')
      const response = await comeBack(browser, { ...back, params })
      await expectTurnedAway({ browser, response }, 'the code of another user')
    },
  ),
  attack(
    'AR8 AR9 P17 CVE-2023-31999 P37',
    'every request has a state, a nonce and an S256 challenge of its own, long enough',
    ['op'],
    async (target) => {
      const seen = new Set<string>()
      const count = 100
      for (let round = 0; round < count; round++) {
        const { searchParams } = new URL(await start(openBrowser(target)))
        expectEqual(searchParams.get('code_challenge_method'), 'S256', 'the challenge method')
        expectEqual(searchParams.get('response_type'), 'code', 'the response type')
        for (const name of ['state', 'nonce', 'code_challenge']) {
          const value = searchParams.get(name) ?? ''
          expectThat(value.length >= 22, `${name} to have 128 bits or more`)
          seen.add(value)
        }
      }
      expectEqual(seen.size, count * 3, 'the number of different values')
    },
  ),
  attack('AR10', 'two tabs both finish, in any order', ['op'], async (target) => {
    const browser = openBrowser(target)
    const first = target.op.authorize(await start(browser, { callbackUrl: '/a' }), newcomer())
    const second = target.op.authorize(await start(browser, { callbackUrl: '/b' }), newcomer())
    for (const [back, path] of [
      [second, '/b'],
      [first, '/a'],
    ] as const) {
      const response = await comeBack(browser, back)
      const where = new URL(response.headers.get('location') ?? '', browser.origin)
      expectEqual(where.pathname, path, 'where a tab ends')
    }
  }),
  attack(
    'AR12 P11 CVE-2025-67716',
    'no parameter that a visitor adds replaces one of ours',
    ['op'],
    async (target) => {
      const honest = new URL(await start(openBrowser(target))).searchParams
      const names = 'client_id redirect_uri response_type response_mode code_challenge_method'
      const fresh = 'state nonce code_challenge request request_uri'
      for (const name of `${names} ${fresh}`.split(' ')) {
        for (const query of [`?${name}=evil`, `?${name}=evil&${name}=evil`]) {
          const { searchParams } = new URL(await start(openBrowser(target), { query }))
          expectThat(!searchParams.getAll(name).includes('evil'), `${name} to be ours`)
          const isNew = fresh.includes(name)
          if (!isNew)
            expectEqual(searchParams.get(name), honest.get(name), `${name} of the request`)
        }
      }
      const smuggled = await start(openBrowser(target), {
        callbackUrl: '/x&scope=admin&client_id=evil',
      })
      expectEqual(
        new URL(smuggled).searchParams.get('client_id'),
        honest.get('client_id'),
        'client',
      )
    },
  ),
  attack(
    'N3 CVE-2022-29214 P13 OR1',
    'no destination leads away from the site after a sign-in at a service',
    ['op', 'plain'],
    async (target) => {
      const all = hostileUrlsFor(new URL(target.url).host)
      // A form has room for 64 kB.
      const urls = all.filter((url) => url.length < 1000)
      for (const [at, url] of urls.map((one) => one.toWellFormed()).entries()) {
        const id = at % 2 === 0 ? 'op' : 'plain'
        const person = { ...newcomer(), id: at + 1 }
        const options = { id, person, callbackUrl: url }
        const { browser, response } = await signInAt(target, target[id], {}, options)
        expectStays(browser, response, `a sign-in with callbackUrl=${url.slice(0, 60)}`)
      }
    },
  ),
  attack(
    'BC1 P36',
    'a token endpoint that redirects gets the secret and the code once, and its target gets nothing',
    ['op'],
    async (target) => {
      for (const status of [301, 302, 303, 307, 308]) {
        const before = target.op.received.length
        const location = `${target.op.options.issuer}/elsewhere`
        const token = (): Response => new Response(null, { status, headers: { location } })
        const refused = await signInAt(target, target.op, { answer: { token } })
        await expectTurnedAway(refused, `a redirect with ${status}`)
        const asked = target.op.received.slice(before).map(({ url }) => url.pathname)
        expectThat(!asked.includes('/elsewhere'), `the redirect with ${status} not to be followed`)
      }
    },
  ),
  attack('BC5 B35', 'prototypes in claims and tokens pollute nothing', ['op'], async (target) => {
    const evil = JSON.parse(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    )
    const misbehaviour = {
      claims: (claims: object) => ({ ...claims, ...evil, nested: evil }),
      tokens: (given: object) =>
        JSON.parse(JSON.stringify(given).replace('{', '{"__proto__":{"polluted":1},')),
    }
    const { browser } = await signInAt(target, target.op, misbehaviour)
    expectEqual(({} as Record<string, unknown>)['polluted'], undefined, 'Object.prototype')
    const session = JSON.stringify(await browser.session())
    expectThat(!session.includes('polluted'), 'no session with the name that was sent')
  }),
  attack(
    'IT15 B18 CVE-2026-53513 GHSA-5rr4-8452-hf4v P36 P39',
    'metadata that points elsewhere is refused before anyone is sent away',
    ['reopen'],
    async ({ reopen }) => {
      for (const [what, misbehaviour] of Object.entries(mutations.metadataMutations)) {
        const target = await reopen()
        const { op } = target
        if (!op) throw new Error('There is no provider to misbehave.')
        op.misbehaviour = misbehaviour
        const browser = openBrowser(target)
        const location = (await press(browser)).headers.get('location') ?? ''
        expectEqual(new URL(location, browser.origin).origin, browser.origin, `after ${what}`)
        expectThat(location.includes('error='), `a reason after ${what}`)
        const hosts = [...new Set(op.received.map(({ url }) => url.host))]
        expectEqual(hosts, [new URL(op.options.issuer).host], 'the hosts that were asked')
      }
    },
  ),
  attack(
    'P7 CVE-2019-19723 CVE-2025-67490 SE6',
    'fifty people who sign in at once each get their own session',
    ['op'],
    async (target) => {
      const people = Array.from({ length: 50 }, () => newcomer())
      const visits = people.map((person) => signInAt(target, target.op, {}, { person }))
      for (const [at, { browser }] of (await Promise.all(visits)).entries()) {
        expectEqual((await browser.session())?.user?.name, people[at]?.['name'], 'who is signed in')
      }
    },
  ),
  attack(
    'N10 CVE-2023-48309 JW2',
    'the cookie of a sign-in that is under way is no session, and a session is no such cookie',
    ['op'],
    async (target) => {
      const { browser } = await signInAt(target, target.op)
      const session = browser.cookies.find(({ name }) => name.includes('session'))
      expectThat(session !== undefined, 'a session cookie')
      const started = openBrowser(target)
      const back = target.op.authorize(await start(started), newcomer())
      const attempt = started.cookies.find(({ name }) => name.includes('attempt'))
      expectThat(attempt !== undefined, 'a cookie of the attempt')
      const fixed = openBrowser(target)
      fixed.plant(session?.name ?? '', attempt?.value ?? '')
      await expectSignedOut(fixed, 'the cookie of an attempt in the place of the session')
      const swapped = openBrowser(target)
      swapped.plant(attempt?.name ?? '', session?.value ?? '')
      const response = await comeBack(swapped, back)
      await expectTurnedAway({ browser: swapped, response }, 'a session in place of an attempt')
    },
  ),
  attack(
    'JW3 P26',
    'a session that is too large for one cookie survives the way there and back',
    ['op'],
    async (target) => {
      const person = newcomer({ name: 'x'.repeat(6000) })
      const { browser } = await signInAt(target, target.op, {}, { person })
      expectEqual((await browser.session())?.user?.name, person['name'], 'the long name')
      const smaller = { ...person, sub: crypto.randomUUID(), email: undefined, name: 'Ada' }
      await signInAt(target, target.op, {}, { person: smaller, browser })
      const left = browser.cookies.filter(({ name }) => name.includes('session'))
      expectEqual(left.length, 1, 'the number of session cookies after a smaller one')
      expectEqual((await browser.session())?.user?.name, 'Ada', 'the short name')
    },
  ),
  attack(
    'K9 CVE-2026-25148',
    'markup in the name of a person is data, whatever reads it',
    ['op'],
    async (target) => {
      const name = '</script><svg onload=alert(1)>'
      const { browser } = await signInAt(target, target.op, {}, { person: newcomer({ name }) })
      const response = await browser.fetch(browser.route('session'))
      const type = response.headers.get('content-type') ?? ''
      expectThat(type.startsWith('application/json'), 'a session to be JSON')
      for (const page of ['signin', 'signout', '']) {
        const { html } = await browser.fetchPage(page === '' ? '/' : browser.route(page))
        // What a script block holds is data for as long as nothing ends the block.
        const markup = html.replaceAll(/<script\b.*?<\/script>/gs, '')
        expectThat(!markup.includes('<svg onload'), `no markup of a person in ${page || 'the app'}`)
      }
    },
  ),
]

function isRefused({ headers }: Response): boolean {
  return (headers.get('location') ?? '').includes('error=')
}

async function expectEachTurnedAway(
  target: FixtureTarget,
  fake: FakeProvider,
  table: mutations.ResponseMutations,
): Promise<void> {
  for (const [what, misbehaviour] of Object.entries(table)) {
    await expectTurnedAway(await signInAt(target, fake, misbehaviour), what)
  }
}

/** Throws if the token endpoint is asked meanwhile; then an honest sign-in must work. */
async function expectUnanswered<T>(fake: FakeProvider, run: () => Promise<T>): Promise<T> {
  const before = fake.count('token')
  const result = await run()
  expectEqual(fake.count('token'), before, 'the number of token requests')
  return result
}
