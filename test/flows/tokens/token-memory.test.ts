import { expect, it } from 'vitest'
import type { SignInContext } from '../../../src/context/context.js'
import { createRuntime, withRuntime } from '../../../src/core.js'
import { openCall } from '../../../src/engine/open-call.js'
import { nameOf, remember } from '../../../src/flows/tokens/token-memory.js'
import { keys, makeTokenApp, origin } from '../../support/apps/token-app.js'

it('a process remembers 1000 names, and forgets the one that was set longest ago', () => {
  const known = new Map<string, number>()
  for (let index = 0; index < 1000; index += 1) remember(known, String(index), index)
  remember(known, '0', 0)
  remember(known, 'new', 1)
  expect(known.size).toBe(1000)
  expect(known.has('1')).toBe(false)
  expect(['0', '2', 'new'].every((name) => known.has(name))).toBe(true)
})

it('the same account has another name in each app that shares the memory of a process', async () => {
  const app = await makeTokenApp()
  const runtime = createRuntime()
  const open = (address: string): SignInContext =>
    openCall(app.request, withRuntime({ ...app.config, origin: address }, runtime), {})
  const [own, other] = [open(origin), open('https://other.test')]
  expect(nameOf(own, keys)).toBe(nameOf(other, keys))
  // As it is for an app that creates a database driver at each request.
  Object.assign(own.config.store?.memory ?? expect.fail(), { isShared: true })
  expect(nameOf(own, keys)).not.toBe(nameOf(other, keys))
})
