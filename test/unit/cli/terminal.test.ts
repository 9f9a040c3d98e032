import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { openTerminal, type Streams, type Terminal } from '../../../src/cli/terminal.js'

function open(isTTY: boolean, env: Streams['env'] = {}): Terminal & { readonly streams: Streams } {
  const stream = (): PassThrough & { isTTY: boolean } => Object.assign(new PassThrough(), { isTTY })
  const streams = { stdin: stream(), stdout: stream(), stderr: stream(), env }
  return Object.assign(openTerminal(streams), { streams })
}

describe('a terminal', () => {
  it('can be asked, and is painted', () => {
    expect(open(true)).toMatchObject({ isInteractive: true, hasColours: true })
  })

  it.each([{ NO_COLOR: '1' }, { TERM: 'dumb' }])('is not painted with %j', (env) => {
    expect(open(true, env)).toMatchObject({ isInteractive: true, hasColours: false })
  })

  it('that is a pipe is neither', () => {
    expect(open(false)).toMatchObject({ isInteractive: false, hasColours: false })
  })

  it('keeps what is said from what is complained about', () => {
    const { streams, ...terminal } = open(false)
    terminal.print('said')
    terminal.complain('complained')
    expect(String((streams.stdout as PassThrough).read())).toBe('said\n')
    expect(String((streams.stderr as PassThrough).read())).toBe('complained\n')
  })

  it('gives what was typed, one question after the other', async () => {
    const { streams, ...terminal } = open(false)
    const stdin = streams.stdin as PassThrough
    const first = terminal.ask('First? ')
    stdin.write('one\n')
    expect(await first).toBe('one')
    const second = terminal.ask('Second? ')
    stdin.write('two\n')
    expect(await second).toBe('two')
    expect(String((streams.stdout as PassThrough).read())).toBe('First? Second? ')
  })

  it.each(['stdout', 'stderr'] as const)('survives a reader of %s that ends first', (name) => {
    const { streams } = open(false)
    const fail = (code: string): boolean =>
      streams[name].emit('error', Object.assign(new Error(code), { code }))
    expect(fail('EPIPE')).toBe(true)
    expect(() => fail('EIO')).toThrow('EIO')
  })

  it('refuses when it is closed in place of an answer', async () => {
    const { streams, ...terminal } = open(false)
    const answer = terminal.ask('First? ')
    ;(streams.stdin as PassThrough).end()
    await expect(answer).rejects.toThrow('Nothing was written.')
  })
})
