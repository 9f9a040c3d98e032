import { describe, expect, it, vi } from 'vitest'
import { preventSerialization } from '../../../src/binding/prevent-serialization.js'
import { loadConfig } from '../../../src/binding/event-state.js'
import { expectOwnSegment, expectUnpublished } from '../../../src/binding/expect-private-config.js'
import { handleRequest } from '../../../src/binding/handle-request.js'
import { claimHash } from '../../../src/binding/instance-owner.js'
import { openInstance, requireVitePlugin } from '../../../src/binding/open-instance.js'
import { makeApp } from '../../support/apps/app.js'
import { configOf, endOf, openEvent } from './event.js'

const app = makeApp()
const hash = 'Ab3dEf6hIj9'

describe('the config function as a server function', () => {
  it.each([hash, `s_${hash}`, `a_b_${hash}`])('is not called as %s', async (name) => {
    const config = configOf(() => app.config, hash)
    const { event } = openEvent(`/?qfunc=other&qfunc=${name}`, { method: 'POST' })
    const { response } = await endOf(() => handleRequest(event, config))
    expect(response?.status).toBe(404)
    expect(response?.headers.get('cache-control')).toBe('no-store')
    expect(config.calls).toBe(0)
  })

  it.each(['other', `${hash}x`, `x${hash}`])('does not stand in the way of %s', async (name) => {
    const { event } = openEvent(`/?qfunc=${name}`, { method: 'POST' })
    await handleRequest(
      event,
      configOf(() => app.config, hash),
    )
    expect(event.sharedMap.get('session')).toBeNull()
  })

  it('is taken out of the functions that a browser may call', () => {
    const functions = new Map<string, unknown>([
      ['withdrawn01', () => app.config],
      ['mine0123456', () => 1],
    ])
    vi.stubGlobal('__qwik_reg_symbols', functions)
    openInstance(
      configOf(() => app.config, 'withdrawn01'),
      { isDev: false },
    )
    vi.unstubAllGlobals()
    expect([...functions.keys()]).toEqual(['mine0123456'])
  })
})

describe('two instances with one hash', () => {
  it('are refused in production, because their forms could not be told apart', () => {
    const first = configOf(() => app.config, 'shared00001')
    claimHash(first, { isDev: false })
    claimHash(first, { isDev: false })
    const second = configOf(() => app.config, 'shared00001')
    expect(() => claimHash(second, { isDev: false })).toThrow('one call')
  })

  it('leave the hash to the newer one on the dev server', async () => {
    const older = configOf(() => app.config, 'shared00002')
    const newer = configOf(() => app.config, 'shared00002')
    claimHash(older, { isDev: true })
    claimHash(newer, { isDev: true })
    await expect(handleRequest(openEvent('/').event, older)).rejects.toThrow('one call')
    await handleRequest(openEvent('/').event, newer)
    expect([older.calls, newer.calls]).toEqual([0, 1])
  })

  it('share neither config nor session within a request', async () => {
    const first = configOf(() => app.config, 'shared00003')
    const second = configOf(() => ({ ...app.config, basePath: '/staff' }), 'shared00003')
    const { event } = openEvent('/')
    await handleRequest(event, first)
    await handleRequest(event, second)
    expect([first.calls, second.calls]).toEqual([1, 1])
    expect((await loadConfig(event, first)).basePath).toBe('/auth')
    expect((await loadConfig(event, second)).basePath).toBe('/staff')
  })
})

describe('a config function that the browser has', () => {
  const refused = (qrl: object) => (): void =>
    expectOwnSegment(
      Object.assign(
        configOf(() => app.config, hash),
        qrl,
      ),
    )

  it('is refused when the optimizer has not seen it', () => {
    expect(refused({ getHash: () => 's0' })).toThrow('optimizer')
    expect(refused({})).not.toThrow()
  })

  it('is refused when it reads variables of a function around it', () => {
    expect(refused({ getCaptured: () => [{ secret: 'x' }] })).toThrow('variables')
    expect(refused({ getCaptured: () => [] })).not.toThrow()
    expect(refused({ getCaptured: () => null })).not.toThrow()
  })

  it('is refused when the manifest names a file with it', () => {
    const symbol = { getSymbol: () => `s_${hash}` }
    const config = Object.assign(
      configOf(() => app.config, hash),
      symbol,
    )
    const inFile = (file: string | undefined) => (): void =>
      expectUnpublished(config, {
        chunkForSymbol: (name, chunk, parent) => {
          expect([name, chunk]).toEqual([`s_${hash}`, null])
          return file === undefined ? undefined : [name, file.replace('PARENT', parent ?? '')]
        },
      })
    expect(inFile('q-abc.js')).toThrow('published to the browser, in q-abc.js')
    for (const file of [undefined, '_', `PARENT?qrl=s_${hash}`]) expect(inFile(file)).not.toThrow()
  })

  it('is refused without the plugin, with both cures', () => {
    expect(() => requireVitePlugin(false)).toThrow(/npx latchkey init.*latchkey\(\)/)
    expect(() => requireVitePlugin(true)).not.toThrow()
  })
})

describe('a config that the app asks for', () => {
  it('is marked for Qwik with its providers, and gives no JSON', () => {
    const marked: unknown[] = []
    const providers = [{ id: 'a' }, { id: 'b' }]
    const config = { secret: 'x', providers: [...providers] }
    const concealed = preventSerialization(config as never, (part) => marked.push(part))
    expect(concealed).toBe(config)
    expect(marked).toEqual([config, config.providers, ...providers])
    expect(JSON.stringify({ config, list: config.providers })).toBe('{}')
    expect({ ...config }).toEqual({ secret: 'x', providers })
  })

  it('has providers that are never changed, because they may be objects of the app', () => {
    const provider = Object.freeze({ id: 'a', clientSecret: 'x' })
    const config = { providers: [provider] }
    preventSerialization(config as never, () => undefined)
    expect(config.providers[0]).toBe(provider)
    expect(Reflect.ownKeys(provider)).toEqual(['id', 'clientSecret'])
  })

  it('may have no providers, when its function threw', () => {
    expect(() => preventSerialization({} as never, () => undefined)).not.toThrow()
  })
})
