import { describe, expect, it } from 'vitest'
import { Auth } from '../../../src/core.js'
import { Browser } from '../../support/browser.js'
import { isLong } from '../../support/long-run.js'
import type { FakeProvider } from '../../support/oauth/fake-provider.js'
import { comeBack, start } from '../../support/oauth/sign-in.js'
import { gather, marksIn, type Crowd, type Member } from './crowd.js'

const size = isLong ? 200 : 50
const seed = Number(process.env['CROWD_SEED'] ?? 1)

describe.each([
  ['tokens alone', { strategy: 'jwt', hasStore: false }],
  ['tokens that can be revoked', { strategy: 'jwt', hasStore: true }],
  ['a database', { strategy: 'database', hasStore: true }],
] as const)(`${size} people at once, with %s`, (_, options) => {
  it(`only see their own sessions (seed ${seed})`, async () => {
    const crowd = await gather({ size, seed, ...options })
    const lives = await Promise.all(crowd.members.map((member) => live(crowd, member)))
    expect(crowd.trespasses).toEqual([])
    for (const [at, { mark }] of crowd.members.entries()) {
      expect(lives[at]?.seen).toEqual([[mark], [mark], [mark], [mark], [mark], []])
    }
    expect(crowd.looks.get('signIn event')).toBe(size)
    expect(crowd.looks.get('signOut event')).toBe(size)
    // With a database no session shows an access token.
    if (options.strategy === 'database') return
    for (const [at, { mark }] of crowd.members.entries()) {
      expect(await personOf(crowd.service, lives[at]?.accessToken)).toContain(`"${mark}sub"`)
    }
  })
})

/** What one person saw. */
interface Life {
  /** The marks in each session that they read, in order. */
  readonly seen: readonly (readonly string[])[]
  readonly accessToken: string | undefined
}

/** Signs in, reads while it renames itself, reads again, and signs out. */
function live(crowd: Crowd, member: Member): Promise<Life> {
  return crowd.live(member, async () => {
    const browser = new Browser(async (request) => {
      const response = await Auth(request, crowd.config)
      crowd.look('answer', await response.clone().text(), [...response.headers].join())
      return response
    })
    const address = await start(browser, { callbackUrl: `/${member.mark}` })
    const response = await comeBack(browser, crowd.service.authorize(address, member.claims))
    expect(response.headers.get('location')).toBe(`https://app.test/${member.mark}`)
    const csrfToken = await browser.csrfToken()
    const name = `${member.mark}renamed`
    const [one, two, update, three] = await Promise.all([
      browser.session(),
      browser.session(),
      browser.postJson('/auth/session', { csrfToken, data: { name } }).then(bodyOf),
      browser.session(),
    ])
    expect(update).toMatchObject({ user: { name } })
    const last = await browser.session()
    const body = new URLSearchParams({ csrfToken: await browser.csrfToken() })
    await browser.fetch('/auth/signout', { method: 'POST', body })
    const seen = [one, two, update, three, last, await browser.session()].map(marksIn)
    return { seen, accessToken: last?.['accessToken'] as string | undefined }
  })
}

function bodyOf(response: Response): Promise<unknown> {
  return response.json()
}

/** Whom the service gave an access token to. */
async function personOf(service: FakeProvider, token = ''): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  return (await service.fetch(service.address('userinfo'), { headers })).text()
}
