import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isChecked, largestBody, readBody, type BodyFields } from '../../../src/http/body.js'

const form = 'application/x-www-form-urlencoded'
const json = 'application/json'
const boundary = '----WebKitFormBoundary0123456789abcdef'
const parts = `multipart/form-data; boundary=${boundary}`

const postRequest = (body: BodyInit | null, headers: Record<string, string> = {}): Request =>
  new Request('https://app.test/auth/callback/local', { method: 'POST', body, headers })

const read = async (body: BodyInit | null, type?: string): Promise<BodyFields> =>
  (await readBody(postRequest(body, type === undefined ? {} : { 'content-type': type }))).fields

/** The same fields on an object with a prototype, which is how tests compare. */
const plain = (fields: BodyFields): Record<string, unknown> => ({ ...fields })

describe('readBody', () => {
  // prettier-ignore
  it.each([
    [form,                                             'a=1&b=%7C+x'],
    [`${form};charset=UTF-8`,                          'a=1&b=%7C+x'],
    [`${form} ; charset=utf-8; x=y`,                   'a=1&b=%7C+x'],
    [form.toUpperCase(),                               'a=1&b=%7C+x'],
    [` ${form}`,                                       'a=1&b=%7C+x'],
    [json,                                             '{"a":"1","b":"| x"}'],
    ['APPLICATION/Json; Charset=UTF-8',                '{"a":"1","b":"| x"}'],
    [parts,                                            multipart(boundary, { a: '1', b: '| x' })],
    [parts.replace('multipart/form-data', 'Multipart/Form-Data; a=b'), multipart(boundary, { a: '1', b: '| x' })],
    [`multipart/form-data; boundary="${boundary}"`,    multipart(boundary, { a: '1', b: '| x' })],
  ])('reads fields from %s', async (type, body) => {
    expect(plain(await read(body, type))).toEqual({ a: '1', b: '| x' })
  })

  it('reads a form as a browser builds it', async () => {
    const data = new FormData()
    data.set('name', 'Ada "the" Löve\r\nlace')
    data.set('file', new Blob(['content'], { type: 'text/plain' }), 'name.txt')
    const { fields } = await readBody(postRequest(data))
    expect(plain(fields)).toEqual({ name: 'Ada "the" Löve\r\nlace' })
  })

  it('returns the bytes too, so that the request can be read again', async () => {
    const { bytes } = await readBody(postRequest('a=ä', { 'content-type': form }))
    expect(new TextDecoder().decode(bytes)).toBe('a=ä')
  })

  it.each([undefined, '', form, json, 'text/plain', 'multipart/form-data'])(
    'reads no fields from an empty body of the type %s',
    async (type) => {
      expect(plain(await read('', type))).toEqual({})
      expect(plain(await read(null, type))).toEqual({})
    },
  )

  // prettier-ignore
  it.each([
    'text/plain', 'text/html', 'application/xml', 'application/octet-stream', 'application/json5', 'text/json',
    'application/problem+json', `x${form}`, `${form}x`, 'json', '*/*', '', ' ', ';', ',', `;${form}`,
    `${form}, text/plain`, `text/plain, ${form}`, `${json}, ${form}`, `${json},${json}`,
  ])('refuses the content type %j', async (type) => {
    for (const body of ['a=1', '{"a":"1"}']) {
      await expect(read(body, type)).rejects.toMatchObject({ type: 'InvalidRequestBody' })
    }
  })

  it('refuses a body that does not say what it is', async () => {
    const bytes = new TextEncoder().encode('a=1')
    await expect(readBody(postRequest(bytes))).rejects.toMatchObject({ type: 'InvalidRequestBody' })
  })

  // prettier-ignore
  it.each([
    '{', '{"a":1', "{'a':1}", 'a=1', '{"a":1}}', '\u0000', '[]', '[{"a":1}]', 'null', 'true', '1', '"a"', 'NaN', ' ',
    '{"a":\u0001}',
  ])('refuses the JSON %j', async (body) => {
    await expect(read(body, json)).rejects.toMatchObject({ type: 'InvalidRequestBody' })
  })

  it('refuses JSON that is deep, broken or not', async () => {
    const type = 'RequestBodyTooLarge'
    await expect(read('['.repeat(60_000), json)).rejects.toMatchObject({ type })
    const deep = `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`
    await expect(read(deep, json)).rejects.toMatchObject({ type })
  })

  it('says what is wrong with JSON, as the cause', async () => {
    await expect(read('{', json)).rejects.toMatchObject({ cause: expect.any(SyntaxError) })
  })

  it.each([
    ['multipart/form-data', multipart(boundary, { a: '1' })],
    [`${parts}x`, multipart(boundary, { a: '1' })],
    ['multipart/form-data; boundary=', multipart('', { a: '1' })],
    [parts, 'a=1'],
    [parts, multipart(boundary, { a: '1' }).slice(0, -8)],
    [`multipart/form-data; boundary=${'x'.repeat(5000)}`, '--x'],
  ])('refuses malformed %s', async (type, body) => {
    await expect(read(body, type)).rejects.toMatchObject({ type: 'InvalidRequestBody' })
  })

  it('says what is wrong with a form of many parts, as the cause', async () => {
    await expect(read('a=1', parts)).rejects.toMatchObject({ cause: expect.any(Error) as Error })
  })

  it('counts the last of a repeated name', async () => {
    expect(plain(await read('a=1&a=2', form))).toEqual({ a: '2' })
    expect(plain(await read('{"a":"1","a":"2"}', json))).toEqual({ a: '2' })
  })

  it('keeps values of JSON as they are', async () => {
    const value = { a: 1, b: null, c: ['x', { d: true }], e: '\ud800' }
    expect(plain(await read(JSON.stringify(value), json))).toEqual(value)
  })

  it('survives bytes that are no UTF-8', async () => {
    const bytes = new Uint8Array([0x61, 0x3d, 0xff, 0xfe])
    expect((await readBody(postRequest(bytes, { 'content-type': form }))).fields['a']).toBe(
      '\ufffd\ufffd',
    )
    await expect(readBody(postRequest(bytes, { 'content-type': json }))).rejects.toMatchObject({
      type: 'InvalidRequestBody',
    })
  })
})

describe('the fields of a body', () => {
  const polluting = [
    [
      'JSON',
      json,
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"prototype":1,"a":"1"}',
    ],
    ['a form', form, '__proto__=polluted&constructor=x&prototype=x&a=1'],
    ['multipart', parts, multipart(boundary, { constructor: 'x', a: '1', prototype: 'x' })],
  ] as const

  it.each(polluting)('have no prototype and reach none, from %s', async (_name, type, body) => {
    const fields = await read(body, type)
    expect(Object.getPrototypeOf(fields)).toBeNull()
    expect(Object.keys(fields)).toEqual(['a'])
    expect('polluted' in {}).toBe(false)
    expect('toString' in fields).toBe(false)
  })

  it('are those of the form, whatever they are called', async () => {
    const pairs = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }))
    await fc.assert(
      fc.asyncProperty(pairs, async (given) => {
        const expected = new Map(Object.entries(given))
        for (const name of ['__proto__', 'constructor', 'prototype']) expected.delete(name)
        const asForm = await read(new URLSearchParams(given).toString(), form)
        const asJson = await read(JSON.stringify(given), json)
        expect(new Map(Object.entries(asForm))).toEqual(expected)
        expect(new Map(Object.entries(asJson))).toEqual(expected)
      }),
      { numRuns: 50 },
    )
  })
})

describe('the size of a body', () => {
  const tooLarge = { type: 'RequestBodyTooLarge' }
  const filled = (size: number): string => `a=${'x'.repeat(size - 2)}`

  it('may be the limit and not a byte more', async () => {
    expect(
      (await readBody(postRequest(filled(largestBody), { 'content-type': form }))).bytes.byteLength,
    ).toBe(largestBody)
    await expect(read(filled(largestBody + 1), form)).rejects.toMatchObject(tooLarge)
  })

  it('is bytes, not characters', async () => {
    const request = (): Request => postRequest('a=ää', { 'content-type': form })
    expect((await readBody(request(), 6)).bytes.byteLength).toBe(6)
    await expect(readBody(request(), 5)).rejects.toMatchObject(tooLarge)
  })

  it('is refused by its announcement, before a byte is read', async () => {
    const stream = countingStream(1)
    const request = streamed(stream, { 'content-length': String(largestBody + 1) })
    await expect(readBody(request)).rejects.toMatchObject(tooLarge)
    expect(stream.pulled).toBeLessThanOrEqual(1)
  })

  it.each(['10', '0', '-1', 'NaN', 'abc', ''])(
    'is measured when it is announced as %j',
    async (length) => {
      const stream = countingStream(1000)
      await expect(readBody(streamed(stream, { 'content-length': length }))).rejects.toMatchObject(
        tooLarge,
      )
    },
  )

  it('may be announced as the limit', async () => {
    const request = postRequest('a=12345678', { 'content-type': form, 'content-length': '10' })
    expect(plain((await readBody(request, 10)).fields)).toEqual({ a: '12345678' })
  })

  it('is believed to be small when it is announced larger than it is, within the limit', async () => {
    const { fields } = await readBody(
      streamed(countingStream(0, 'a=1'), { 'content-length': '60000' }),
    )
    expect(plain(fields)).toEqual({ a: '1' })
  })

  it('stops a stream at the limit and cancels it', async () => {
    const stream = countingStream(1_000_000)
    await expect(readBody(streamed(stream))).rejects.toMatchObject(tooLarge)
    expect(stream.cancelled).toBe(true)
    // 64 chunks of a kilobyte fill it; a few more may wait in the queue.
    expect(stream.pulled).toBeLessThan(80)
  })

  it.each([
    ['does not stop', async () => new Promise<void>(() => {})],
    ['fails to stop', async () => Promise.reject(new Error('no'))],
  ])('is refused when the stream %s', async (_how, cancel) => {
    const endless = new ReadableStream<Uint8Array>({
      pull: (to) => to.enqueue(new Uint8Array(largestBody)),
      cancel,
    })
    await expect(readBody(streamed({ body: endless }))).rejects.toMatchObject(tooLarge)
  })

  it('is not known when the connection breaks', async () => {
    const broken = new ReadableStream<Uint8Array>({ pull: (to) => to.error(new Error('reset')) })
    await expect(readBody(streamed({ body: broken }))).rejects.toMatchObject({
      type: 'InvalidRequestBody',
      cause: { message: 'reset' },
    })
  })

  it('has nothing to do with the number of chunks', async () => {
    const stream = countingStream(0, ...Array.from('a=1&b=2'))
    expect(plain((await readBody(streamed(stream))).fields)).toEqual({ a: '1', b: '2' })
  })
})

interface CountingStream {
  readonly body: ReadableStream<Uint8Array>
  pulled: number
  cancelled: boolean
}

/** A stream of these texts and then of that many kilobytes, which knows how much was taken. */
function countingStream(kilobytes: number, ...texts: string[]): CountingStream {
  const chunks = texts.map((text) => new TextEncoder().encode(text))
  const stream: CountingStream = {
    pulled: 0,
    cancelled: false,
    body: new ReadableStream({
      pull(controller) {
        const chunk = chunks.shift()
        if (chunk) controller.enqueue(chunk)
        else if (stream.pulled++ < kilobytes) controller.enqueue(new Uint8Array(1024))
        else controller.close()
      },
      cancel() {
        stream.cancelled = true
      },
    }),
  }
  return stream
}

function streamed(
  stream: Pick<CountingStream, 'body'>,
  headers: Record<string, string> = {},
): Request {
  const init = { method: 'POST', body: stream.body, duplex: 'half' }
  return new Request('https://app.test/', {
    ...init,
    headers: { 'content-type': form, ...headers },
  })
}

function multipart(separator: string, fields: Record<string, string>): string {
  const fieldParts = Object.entries(fields).map(
    ([name, value]) =>
      `--${separator}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return `${fieldParts.join('')}--${separator}--\r\n`
}

describe('a switch', () => {
  it.each([true, 'true', 'on', '1'])('is on with %j', (value) => {
    expect(isChecked(value)).toBe(true)
  })

  it.each([false, 'false', 'off', '0', '', 1, undefined, null, 'TRUE', {}])(
    'is not on with %j',
    (value) => {
      expect(isChecked(value)).toBe(false)
    },
  )
})
