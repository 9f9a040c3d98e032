import { Writable } from 'node:stream'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { combineAudit, jsonLines, type AuditRecord } from '../../../src/audit.js'

const record: AuditRecord = {
  version: 1,
  id: '019a0000-0000-7000-8000-000000000000',
  time: '2026-11-17T08:00:00.000Z',
  event: 'signed-in',
  outcome: 'success',
  userAgent: 'two\nlines',
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('jsonLines', () => {
  it('writes each record as one line', async () => {
    const written: string[] = []
    const sink = jsonLines({ write: (text) => written.push(text) })
    await sink(record)
    await sink(record)
    expect(written.join('').split('\n')).toEqual([
      JSON.stringify(record),
      JSON.stringify(record),
      '',
    ])
  })

  it('escapes the control characters that JSON allows', async () => {
    const written: string[] = []
    const userAgent = 'a\u009b31m\u007f\u2028b'
    await jsonLines({ write: (text) => written.push(text) })({ ...record, userAgent })
    expect(written.join('')).toContain(String.raw`"a\u009b31m\u007f\u2028b"`)
    expect(JSON.parse(written.join(''))).toMatchObject({ userAgent })
  })

  it('rejects if the stream fails, which does not end the process', async () => {
    const stream = new Writable({ write: (_chunk, _encoding, done) => done(new Error('full')) })
    await expect(jsonLines(stream)(record)).rejects.toThrow('full')
  })

  it('calls `write` as a method', async () => {
    const stream = {
      written: '',
      write(text: string): void {
        this.written += text
      },
    }
    await jsonLines(stream)(record)
    expect(JSON.parse(stream.written)).toEqual(record)
  })

  it('writes to the console by default', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue(undefined)
    await jsonLines()(record)
    expect(log.mock.calls).toEqual([[JSON.stringify(record)]])
  })
})

describe('combineAudit', () => {
  const fail = (): never => {
    throw new TypeError('no disk')
  }

  it('passes a record to every sink, also if one throws', async () => {
    const received: unknown[] = []
    const keep = (one: AuditRecord): void => void received.push(one)
    await expect(combineAudit(keep, fail, keep)(record)).rejects.toThrow(
      '1 of 3 audit sinks failed.',
    )
    expect(received).toEqual([record, record])
  })

  it('names all errors if several sinks fail', async () => {
    await expect(combineAudit(fail, fail)(record)).rejects.toMatchObject({
      errors: [new TypeError('no disk'), new TypeError('no disk')],
      cause: new TypeError('no disk'),
    })
  })
})
