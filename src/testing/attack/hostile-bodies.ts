const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data; boundary=x'

type Bytes = Uint8Array<ArrayBuffer>
const bytes = (...values: number[]): Bytes => new Uint8Array(values)
const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

/** List B: content types and bodies that no form of the library sends. */
// prettier-ignore
export const malformedBodies: readonly (readonly [type: string | undefined, body: string | Bytes])[] = [
  [json, ''], [json, 'null'], [json, '[]'], [json, '1'], [json, '"x"'], [json, 'true'], [json, '{'], [json, '{}}'],
  [json, '{"a":}'], [json, "{'a':1}"], [json, '{"a":1,}'], [json, '\ufeff{}'], [json, '\u0000'], [json, 'NaN'],
  [json, '{"a":1e999}'], [json, '{"csrfToken":null}'], [json, '{"csrfToken":[]}'], [json, '{"csrfToken":{}}'],
  [json, '{"csrfToken":1,"csrfToken":2}'], [json, '{"__proto__":null}'], [json, '{"a":"\\ud800"}'],
  [json, deep(30_000)], [json, `{"a":${deep(10_000)}}`], [json, `{"a":"${'x'.repeat(60_000)}"}`],
  [json, '{"toString":1,"valueOf":2,"hasOwnProperty":3}'], [json, '{"callbackUrl":{"toString":1}}'],
  [json, `{"csrfToken":"x","data":${deep(1000)}}`], [json, '[{"csrfToken":"x"}]'],
  ['application/json;', '{}'], ['application/JSON', '{}'], ['application/jsonp', '{}'], ['text/json', '{}'],
  ['application/json, text/plain', '{}'], ['application/problem+json', '{}'],
  [form, '&'], [form, '='], [form, '==='], [form, '&&&&'], [form, '%'], [form, '%zz=%'], [form, 'csrfToken'],
  [form, 'csrfToken='], [form, 'csrfToken=a&csrfToken=b'], [form, 'csrfToken[]=a'], [form, 'a=%ff%fe'], [form, '\u0000=\u0000'],
  [form, 'a='.repeat(20_000)], [form, '&'.repeat(60_000)], [form, 'a&'.repeat(30_000)], [form, '%00=%00&%0d%0a=x'],
  [`${form};charset=utf-16`, 'csrfToken=a'], [form.toUpperCase(), 'csrfToken=a'],
  [multipart, ''], [multipart, '--x--'], [multipart, '--x\r\n\r\n'], [multipart, 'garbage'], ['multipart/form-data', '--x--'],
  [multipart, '--x\r\nContent-Disposition: form-data; name="csrfToken"; filename="a"\r\n\r\nx\r\n--x--\r\n'],
  [multipart, '--x\r\nContent-Disposition: form-data\r\n\r\nx\r\n--x--\r\n'],
  ['multipart/form-data; boundary=', '----'], ['multipart/mixed; boundary=x', '--x--'], [`multipart/form-data; boundary=${'x'.repeat(5000)}`, '--x--'],
  ['text/plain', 'csrfToken=a'], ['text/html', '<form>'], ['text/xml', '<a/>'], ['application/octet-stream', 'x'],
  [undefined, 'csrfToken=a'], ['', 'csrfToken=a'], [';', 'x'], ['/', 'x'], ['application/graphql', '{a}'],
  [form, bytes(0xff, 0xfe, 0x00)], [json, bytes(0xff, 0xfe)], [json, bytes(0x7b, 0xc3, 0x28, 0x7d)], [multipart, bytes(0, 1, 2)],
  // The first bytes of gzip.
  [form, bytes(0x1f, 0x8b, 0x08, 0x00, 0x00)], [json, bytes(0x1f, 0x8b, 0x08, 0x00, 0x00)],
]

/** JSON whose names reach prototypes. */
export const pollutingJson: readonly string[] = [
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"prototype":{"polluted":1}}',
  '{"data":{"__proto__":{"polluted":1}}}',
  '{"data":{"constructor":{"prototype":{"polluted":1}}}}',
  '{"data":[{"__proto__":{"polluted":1}}]}',
]

/** Forms whose names reach prototypes. */
export const pollutingForms: readonly string[] = [
  '__proto__[polluted]=1',
  '__proto__.polluted=1',
  'constructor.prototype.polluted=1',
  '__proto__=1&a.__proto__.polluted=1',
]
