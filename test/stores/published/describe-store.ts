import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import type { Adapter } from '../../../src/model/adapter.js'
import { describeWith } from '../../support/servers/describe-with.js'
import type { PublishedStore } from './store.js'

/** Tests on an adapter with tables of its own. The URL leads to its database. */
export function describeStore(
  title: string,
  store: PublishedStore,
  tests: (adapter: () => Adapter, url: () => string) => void,
): void {
  if (store.server === undefined) {
    describe(title, () => runTests(inNewFile))
    return
  }
  describeWith(store.server, title, (server) => runTests(() => server.createDatabase('published')))

  function runTests(createDatabase: () => Promise<string>): void {
    let url: string
    let adapter: Adapter
    let close: (() => Promise<void>) | undefined
    beforeAll(async () => {
      url = await createDatabase()
      await store.prepare(url)
      ;({ adapter, close } = await store.open(url))
    })
    afterAll(async () => close?.())
    tests(
      () => adapter,
      () => url,
    )
  }
}

async function inNewFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return `file:${join(folder, 'test.db')}`
}
