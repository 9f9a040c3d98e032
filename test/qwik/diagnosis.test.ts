import type { RequestEvent } from '@builder.io/qwik-city'
import { describe, expect, it } from 'vitest'
import { getSession } from '../../src/qwik/index.js'
import { openSite, plainPage } from './site.js'

describe('a plugin file that is not there, or exports no `onRequest`,', () => {
  it('is told to whoever asks for the session, with what helps', async () => {
    const said: string[] = []
    const onGet = async (event: RequestEvent): Promise<void> => {
      await Promise.resolve()
        .then(() => getSession(event))
        .catch((thrown: unknown) => void said.push(String(thrown)))
    }
    const site = openSite({ plugins: [], pages: { '/who/': { ...plainPage, onGet } } })
    await site.visitor().open('/who/')
    expect(said).toHaveLength(1)
    expect(said[0]).toMatch(/^InvalidConfig: .*`onRequest` of `routeAuth\$` has not run/)
    expect(said[0]).toMatch(/Export it from a file such as .*plugin@auth\.ts, or pass `useSession`/)
  })
})
