import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAuthError, traitsOf } from '../../../src/errors/auth-error.js'
import { readBody, type BodyFields } from '../../../src/http/body.js'

const types = fc.oneof(
  fc.constantFrom(
    'application/json',
    'APPLICATION/JSON ; charset=utf-16',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'multipart/form-data; boundary="',
    'multipart/form-data',
    'text/plain',
    '',
  ),
  fc.stringMatching(/^[ -~]{0,20}$/),
)
const names = fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'a', '')
const json = fc.object({ key: names, maxDepth: 3, withNullPrototype: false })
const part = fc.tuple(names, fc.string()).map(([name, value]) => {
  return `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
})
const bodies = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => new Uint8Array(bytes)),
  json.map((value) => Buffer.from(JSON.stringify(value))),
  fc.constantFrom('{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}'),
  fc.array(part).map((parts) => `${parts.join('')}--x--\r\n`),
  fc.array(fc.tuple(names, fc.string())).map((pairs) => new URLSearchParams(pairs).toString()),
)

describe('a body of any type and any bytes', () => {
  it('is parsed to fields without a prototype, or refused as a mistake of the client', async () => {
    const before = Object.getOwnPropertyNames(Object.prototype)
    let read = 0
    await fc.assert(
      fc.asyncProperty(types, bodies, async (type, body) => {
        const fields = await readOrRefuse(type, body)
        if (fields) {
          read += 1
          expect(Object.getPrototypeOf(fields)).toBeNull()
          for (const name of ['__proto__', 'constructor', 'prototype']) {
            expect(Object.hasOwn(fields, name)).toBe(false)
          }
          expect(fields['toString']).not.toBeTypeOf('function')
        }
        expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
        expect(Reflect.get({}, 'polluted')).toBeUndefined()
      }),
      { numRuns: 500 },
    )
    expect(read).toBeGreaterThan(50)
  })
})

async function readOrRefuse(
  type: string,
  body: Uint8Array<ArrayBuffer> | string,
): Promise<BodyFields | undefined> {
  const headers = { 'content-type': type }
  const request = new Request('https://app.test/', { method: 'POST', headers, body })
  try {
    return (await readBody(request)).fields
  } catch (thrown) {
    if (!isAuthError(thrown)) throw thrown
    expect(traitsOf(thrown).status).toBeGreaterThanOrEqual(400)
    expect(traitsOf(thrown).status).toBeLessThan(500)
    return undefined
  }
}
