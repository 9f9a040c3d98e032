import type { RequestEvent } from '@builder.io/qwik-city'
import { describe, expect, it } from 'vitest'
import { getSession, updateSession } from '../../../src/qwik/index.js'
import { isLong } from '../../support/long-run.js'
import { comeBack } from '../../support/oauth/sign-in.js'
import { gather, marksIn, type Crowd, type Member } from '../../security/races/crowd.js'
import { auth } from './auth.js'
import { openSite, plainPage, type Site } from './site.js'

const size = isLong ? 200 : 50
const seed = Number(process.env['CROWD_SEED'] ?? 1)

/** Changes the session, and says what the rest of the request then sees. */
const renamePage = {
  ...plainPage,
  onPost: async (event: RequestEvent) => {
    const { name } = (await event.parseBody()) as { readonly name: string }
    const changed = await updateSession(event, { name })
    event.json(200, { changed, seen: await getSession(event) })
  },
}

describe.each([
  ['tokens alone', { strategy: 'jwt', hasStore: false }],
  ['a database', { strategy: 'database', hasStore: true }],
] as const)(`${size} people at once on a Qwik site, with %s`, (_, options) => {
  it(`only see their own sessions (seed ${seed})`, async () => {
    const crowd = await gather({ size, seed, ...options })
    const site = openSite({ config: () => crowd.config, pages: { '/rename/': renamePage } })
    const lives = await Promise.all(crowd.members.map((member) => live(crowd, site, member)))
    expect(crowd.trespasses).toEqual([])
    for (const [at, { mark }] of crowd.members.entries()) {
      expect(lives[at]).toEqual([[mark], [mark], [mark], [mark], []])
    }
    expect(crowd.looks.get('signIn event')).toBe(size)
    expect(crowd.looks.get('signOut event')).toBe(size)
  })
})

/** Signs in, reads while it renames itself, reads again, signs out; gives whose sessions it saw. */
function live(crowd: Crowd, site: Site, member: Member): Promise<readonly (readonly string[])[]> {
  return crowd.live(member, async () => {
    const visitor = site.visitor()
    const wish = { providerId: 'op', redirectTo: `/?${member.mark}` }
    const { location } = await visitor.post(auth.useSignIn, wish)
    const back = await comeBack(visitor, crowd.service.authorize(location ?? '', member.claims))
    expect(back.headers.get('location')).toBe(`https://app.test/?${member.mark}`)
    const rename = { method: 'POST', body: new URLSearchParams({ name: `${member.mark}renamed` }) }
    const [one, two, changed] = await Promise.all([
      visitor.open('/'),
      visitor.openData('/'),
      visitor.fetch('/rename/', rename).then((response) => response.text()),
    ])
    const last = await visitor.open('/')
    crowd.look(
      'pages',
      [one, two, last].map(({ visit }) => visit.shared.get('session')),
    )
    // Both what the call gave and what the request saw then.
    expect(changed.split(`${member.mark}renamed`)).toHaveLength(3)
    await visitor.post(auth.useSignOut, {})
    const after = await visitor.open('/')
    expect(after.session).toBeNull()
    return [one.session, two.session, changed, last.session, after.session].map(marksIn)
  })
}
