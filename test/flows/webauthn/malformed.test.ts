import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { heapUsed } from '../../support/heap-used.js'
import { Auth } from '../../../src/core.js'
import {
  beginRegistration,
  beginSignIn,
  changeResponse,
  inside,
  lastReason,
  refused,
  rowOf,
} from '../../support/passkeys/ceremonies.js'
import { concat, encodeCbor, type CborValue } from '../../support/passkeys/cbor.js'
import { end, makePasskeyApp, register, type PasskeyApp } from '../../support/apps/passkey-app.js'
import {
  SoftwareAuthenticator,
  type ResponseJson,
} from '../../support/passkeys/software-authenticator.js'

type Action = 'authenticate' | 'register'

/** `npm run fuzz:passkeys` asks for more than a test run has time for. */
const runs = Number(process.env['FUZZ_RUNS'] ?? 1400)
const properties = 7
const numRuns = Math.ceil(runs / properties)
const timeout = 180_000 + numRuns * 20

function toText(bytes: Uint8Array | string): string {
  return Buffer.from(bytes).toString('base64url')
}

describe('a response', () => {
  const long = (length: number): string => 'A'.repeat(length)
  const clientData = (data: unknown): object => ({ clientDataJSON: toText(JSON.stringify(data)) })
  const noObject = /Expected an object/
  const noBase64 = /Expected a base64url string/
  const noJson = /Expected valid JSON/
  const tooMany = /too many values/
  type Change = (response: ResponseJson) => unknown
  const within =
    (members: object): Change =>
    (response) =>
      changeResponse(response, { ...members })
  const outside =
    (members: object): Change =>
    (response) => ({ ...response, ...members })

  const both: readonly (readonly [string, Change, RegExp])[] = [
    ['that is nothing', () => undefined, noObject],
    ['that is null', () => null, noObject],
    ['that is a list', (response) => [response], noObject],
    ['that is a number', () => 1, noObject],
    ['that is no JSON', () => '{', noJson],
    ['that is JSON of a text', () => '"x"', noObject],
    ['without an id', outside({ id: undefined }), noBase64],
    ['with an empty id', outside({ id: '', rawId: '' }), noBase64],
    ['with an id of numbers', outside({ id: [1], rawId: [1] }), noBase64],
    ['with an id in standard base64', outside({ id: 'a+/=', rawId: 'a+/=' }), noBase64],
    ['with an id that is too long', outside({ id: long(1365), rawId: long(1365) }), noBase64],
    ['with two ids', outside({ rawId: 'AAAA' }), /`rawId` to be the same/],
    ['without the second id', outside({ rawId: undefined }), /`rawId` to be the same/],
    ['of another type', outside({ type: 'password' }), /`type` to be "public-key"/],
    ['without a type', outside({ type: undefined }), /`type` to be "public-key"/],
    ['without anything inside', outside({ response: undefined }), noObject],
    ['with a list inside', outside({ response: [] }), noObject],
    ['without client data', within({ clientDataJSON: undefined }), noBase64],
    ['with client data as an object', within({ clientDataJSON: {} }), noBase64],
    ['with too much client data', within({ clientDataJSON: long(48 * 1024 + 1) }), noBase64],
    ['with client data that is no JSON', within({ clientDataJSON: toText('x') }), noJson],
    ['with client data that is a list', within(clientData([])), noObject],
    ['with client data that is null', within(clientData(null)), noObject],
    ['without a challenge', within(clientData({})), noBase64],
    ['with a challenge that is a number', within(clientData({ challenge: 1 })), noBase64],
    ['with a list of challenges', within(clientData({ challenge: ['AAAA'] })), noBase64],
    ['with deep client data', within({ clientDataJSON: toText('['.repeat(30_000)) }), tooMany],
  ]

  it.each([
    ...both,
    ['without an attestation', within({ attestationObject: undefined }), noBase64],
    ['with a list of attestations', within({ attestationObject: ['AAAA'] }), noBase64],
    ['with too long an attestation', within({ attestationObject: long(48 * 1024 + 1) }), noBase64],
  ] as const)('%s is refused at a registration', async (_, change, reason) => {
    const app = makePasskeyApp({ debug: true })
    const browser = app.browser()
    const authenticator = new SoftwareAuthenticator()
    const response = authenticator.create(await beginRegistration(browser))
    expect(await end(browser, 'register', change(response))).toEqual(refused)
    expect(lastReason(app)).toMatch(reason)
    expect(await rowOf(app, authenticator)).toBeNull()
    expect(app.codes('error')).toEqual([])
  })

  it.each([
    ...both,
    ['without authenticator data', within({ authenticatorData: undefined }), noBase64],
    ['with authenticator data as a list', within({ authenticatorData: ['AAAA'] }), noBase64],
    ['without a signature', within({ signature: undefined }), noBase64],
    ['with an empty signature', within({ signature: '' }), noBase64],
    ['with a handle that is a number', within({ userHandle: 1 }), noBase64],
    ['with a handle that is too long', within({ userHandle: long(87) }), noBase64],
  ] as const)('%s is refused at a sign-in', async (_, change, reason) => {
    const app = makePasskeyApp({ debug: true })
    const authenticator = new SoftwareAuthenticator()
    await register(app.browser(), authenticator)
    const browser = app.browser()
    const response = authenticator.get(await beginSignIn(browser))
    expect(await end(browser, 'authenticate', change(response))).toEqual(refused)
    expect(lastReason(app)).toMatch(reason)
    expect(await browser.session()).toBeNull()
    expect(app.codes('error')).toEqual([])
  })

  it('may come as text, as a form sends it', async () => {
    const app = makePasskeyApp()
    const authenticator = new SoftwareAuthenticator()
    const browser = app.browser()
    const response = authenticator.create(await beginRegistration(browser))
    expect(await end(browser, 'register', JSON.stringify(response))).toEqual(inside)
  })

  const names = ['usb', 'nfc', 'ble', 'hybrid', 'internal', 'smart-card', 'cable', 'new-one']
  it.each<readonly [string, unknown, string | null]>([
    ['nothing', undefined, null],
    ['a text', 'usb', null],
    ['a few', ['usb', 'new-one'], 'usb,new-one'],
    ['too many', [...names, 'one', 'more'], names.join(',')],
    ['odd ones', [null, ['usb'], 5, 'a,b', '<b>', 'x'.repeat(33), '', 'nfc'], 'nfc'],
  ])('says how to reach the authenticator: %s', async (_, transports, kept) => {
    const app = makePasskeyApp()
    const authenticator = new SoftwareAuthenticator()
    const browser = app.browser()
    const response = authenticator.create(await beginRegistration(browser))
    expect(await end(browser, 'register', changeResponse(response, { transports }))).toEqual(inside)
    expect((await rowOf(app, authenticator))?.transports ?? null).toBe(kept)
  })
})

/** A ceremony that is under way, and what a browser would answer. */
interface Stage {
  readonly app: PasskeyApp
  readonly response: ResponseJson
  readonly cookie: string
  readonly csrfToken: string
}

/** Ada’s sign-in has not ended yet; in the other two the challenge is used up. */
type StageName = 'entering' | 'entered' | 'registered'

const stages = {} as Record<StageName, Stage>

beforeAll(async () => {
  stages.entering = await setStage('authenticate')
  stages.entered = await setStage('authenticate')
  stages.registered = await setStage('register')
  // With a challenge that is used up, even a good response is refused, once it is verified.
  await expectStatus('entered', stages.entered.response, 200)
  await expectStatus('registered', stages.registered.response, 200)
})

async function setStage(action: Action): Promise<Stage> {
  const app = makePasskeyApp()
  const authenticator = new SoftwareAuthenticator()
  await register(app.browser(), authenticator)
  const browser = app.browser()
  const csrfToken = await browser.csrfToken()
  const response =
    action === 'authenticate'
      ? authenticator.get(await beginSignIn(browser), { counter: 0 })
      : authenticator.create(await beginRegistration(browser, { email: 'bob@example.test' }))
  return { app, response, cookie: browser.cookieHeader(), csrfToken }
}

const actionOf: Readonly<Record<StageName, Action>> = {
  entering: 'authenticate',
  entered: 'authenticate',
  registered: 'register',
}

/** Posts past the browser: it would keep cookies, and takes its time. */
async function postCeremony(name: StageName, body: string): Promise<number> {
  const { app, cookie } = stages[name]
  const request = new Request('https://app.test/auth/callback/passkey', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      'x-auth-return-redirect': '1',
      origin: 'https://app.test',
      cookie,
    },
    body,
  })
  const { status } = await Auth(request, app.config)
  return status
}

async function send(name: StageName, data: unknown): Promise<number> {
  const { csrfToken } = stages[name]
  return postCeremony(name, JSON.stringify({ action: actionOf[name], data, csrfToken }))
}

async function expectStatus(name: StageName, data: unknown, status: number): Promise<void> {
  expect(await send(name, data)).toBe(status)
}

/** Much faster than an assertion, and there are many. */
async function expectRefused(name: StageName, data: unknown): Promise<void> {
  const status = await send(name, data)
  if (status < 400 || status > 499) expect.fail(`${status} for ${JSON.stringify(data)}`)
}

/** One change of some bytes. */
type Change = (bytes: Buffer) => Buffer

const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const flip: fc.Arbitrary<Change> = fc
  .tuple(place, fc.integer({ min: 1, max: 255 }))
  .map(([at, mask]) => (bytes) => {
    const changed = Buffer.from(bytes)
    const index = Math.floor(at * bytes.length)
    changed[index] = (changed[index] ?? 0) ^ mask
    return changed
  })
const cut: fc.Arbitrary<Change> = place.map(
  (at) => (bytes) => bytes.subarray(0, Math.floor(at * bytes.length)),
)
const insert: fc.Arbitrary<Change> = fc
  .tuple(place, fc.uint8Array({ minLength: 1, maxLength: 12 }))
  .map(([at, more]) => (bytes) => {
    const index = Math.floor(at * (bytes.length + 1))
    return Buffer.concat([bytes.subarray(0, index), more, bytes.subarray(index)])
  })
const remove: fc.Arbitrary<Change> = fc
  .tuple(place, fc.integer({ min: 1, max: 20 }))
  .map(([at, length]) => (bytes) => {
    const index = Math.floor(at * bytes.length)
    return Buffer.concat([bytes.subarray(0, index), bytes.subarray(index + length)])
  })
const changes = fc.array(fc.oneof(flip, cut, insert, remove), { minLength: 1, maxLength: 3 })

/** A response of which one member is changed; undefined when it is the same after all. */
function mutate(name: StageName, member: string, all: readonly Change[]): object | undefined {
  const { response } = stages[name]
  const original = Buffer.from(String(response.response[member]), 'base64url')
  const changed = all.reduce<Buffer>((bytes, apply) => apply(bytes), original)
  return changed.equals(original)
    ? undefined
    : changeResponse(response, { [member]: toText(changed) })
}

const base64url = fc.uint8Array({ maxLength: 100 }).map(toText)
const anyValue = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 2, arbitrary: base64url },
  { weight: 1, arbitrary: fc.constantFrom(null, '', '=', '__proto__', 'A'.repeat(2000)) },
)

const cbor = fc.letrec<{ value: CborValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.integer({ min: -1000, max: 1000 }),
    fc.string({ maxLength: 20 }),
    fc.uint8Array({ maxLength: 200 }),
    fc
      .array(fc.tuple(fc.constantFrom('fmt', 'attStmt', 'authData', 'x', 1, -3), tie('value')))
      .map((entries) => new Map(entries)),
  ),
})).value

const names: Readonly<Record<Action, readonly string[]>> = {
  authenticate: ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle'],
  register: ['clientDataJSON', 'attestationObject', 'transports'],
}

describe(`of ${numRuns * properties} malformed responses`, { timeout }, () => {
  let before: number
  beforeAll(async () => {
    for (let count = 0; count < 100; count += 1) await expectRefused('registered', count)
    before = heapUsed()
  })

  describe.each(['entering', 'registered'] as const)('%s', (name) => {
    it('those of any values are refused', async () => {
      await fc.assert(
        fc.asyncProperty(anyValue, (data) => expectRefused(name, data)),
        { numRuns },
      )
    })

    it('those with a wrong member are refused', async () => {
      const inner = names[actionOf[name]]
      const member = fc.constantFrom('id', 'rawId', 'type', 'response', ...inner)
      await fc.assert(
        fc.asyncProperty(member, anyValue, async (key, value) => {
          const { response } = stages[name]
          const wrong = { [key]: value }
          const isInner = inner.includes(key)
          await expectRefused(
            name,
            isInner ? changeResponse(response, wrong) : { ...response, ...wrong },
          )
        }),
        { numRuns },
      )
    })
  })

  it('a sign-in with changed bytes is refused', async () => {
    // What the authenticator signed, and whose it says it is.
    const member = fc.constantFrom('clientDataJSON', 'authenticatorData', 'userHandle')
    await fc.assert(
      fc.asyncProperty(member, changes, async (key, all) => {
        const changed = mutate('entering', key, all)
        if (changed) await expectRefused('entering', changed)
      }),
      { numRuns },
    )
  })

  it('a signature with changed bytes is refused', async () => {
    // Bytes around the two numbers of a signature are not all read: some mutants are as good.
    await fc.assert(
      fc.asyncProperty(changes, flip, async (all, alter) => {
        await expectRefused('entered', mutate('entered', 'signature', all))
        await expectRefused(
          'entering',
          changeResponse(stages.entering.response, { signature: forge(alter) }),
        )
      }),
      { numRuns: Math.ceil(numRuns / 2) },
    )
  })

  it('a registration with changed bytes, or of other values, is refused', async () => {
    // Nothing signs an attestation of this kind: some mutants are as good.
    const member = fc.constantFrom('clientDataJSON', 'attestationObject')
    await fc.assert(
      fc.asyncProperty(member, changes, cbor, async (key, all, value) => {
        await expectRefused('registered', mutate('registered', key, all))
        const attestationObject = toText(encodeCbor(value))
        await expectRefused(
          'registered',
          changeResponse(stages.registered.response, { attestationObject }),
        )
      }),
      { numRuns: Math.ceil(numRuns / 2) },
    )
  })

  it.each<readonly [string, Uint8Array]>([
    ['nested deeply', new Uint8Array(30_000).fill(0x81)],
    ['in maps nested deeply', new Uint8Array(30_000).fill(0xa1)],
    ['with tags without end', new Uint8Array(30_000).fill(0xc1)],
    [
      'of a text that is longer than all memory',
      concat(Uint8Array.of(0x7b), new Uint8Array(8).fill(255)),
    ],
    [
      'of a list that is longer than all memory',
      concat(Uint8Array.of(0x9b), new Uint8Array(8).fill(127)),
    ],
    ['of a list of four billion', Uint8Array.of(0x9a, 255, 255, 255, 255)],
    ['of a map of four billion', Uint8Array.of(0xba, 255, 255, 255, 255)],
    ['without end', Uint8Array.of(0x9f)],
  ])('an attestation %s is refused', async (_, bytes) => {
    const attestationObject = toText(bytes)
    await expectRefused(
      'registered',
      changeResponse(stages.registered.response, { attestationObject }),
    )
  })

  it('none has signed anybody in or up, and none is remembered', async () => {
    for (const { app } of Object.values(stages)) {
      expect(app.codes('error')).toEqual([])
      expect(app.codes('warn')).toEqual(['experimental-webauthn'])
    }
    // The response that was not changed is still good.
    await expectStatus('entering', stages.entering.response, 200)
    expect(heapUsed() - before).toBeLessThan(20 * 2 ** 20)
  })
})

/** A signature with other numbers, in the form that RFC 3279 wants. */
function forge(alter: Change): string {
  const der = Buffer.from(String(stages.entering.response.response['signature']), 'base64url')
  const length = der[3] ?? 0
  const [r, s] = [der.subarray(4, 4 + length), der.subarray(6 + length)]
  const integer = (bytes: Uint8Array) => concat(Uint8Array.of(2, bytes.length), bytes)
  const both = concat(integer(alter(r)), integer(s))
  return toText(concat(Uint8Array.of(0x30, both.length), both))
}
