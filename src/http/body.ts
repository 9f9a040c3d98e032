import { InvalidRequestBody, RequestBodyTooLarge } from '../errors/request-errors.js'
import { isSmallJson } from './is-small-json.js'
import { occursMoreThan } from './occurs-more-than.js'
import { readCapped } from './read-capped.js'
import { unlessAborted } from './unless-aborted.js'

/** The fields of a form or a JSON object, keyed by name. Has no prototype. */
export type BodyFields = Readonly<Record<string, unknown>>

/** Far more than any of our forms needs. */
export const largestBody: number = 64 * 1024

/** Maximum number of fields, because a parser allocates memory for each. */
const mostFields = 100

/** Maximum number of lines in a multipart body, including the headers of its parts. */
const mostLines = 1000

/** Milliseconds in which a body must arrive, because some platforms have no timeout for it. */
const bodyTimeout = 15_000

/** A parsed body, with its bytes for code that needs to build the request again. */
export interface RequestBody {
  readonly fields: BodyFields
  readonly bytes: ArrayBuffer
}

/** Reads a form (urlencoded or multipart) or a JSON object of limited size. */
export async function readBody(
  request: Request,
  limit: number = largestBody,
): Promise<RequestBody> {
  const bytes = await readBytes(request, limit)
  if (bytes.byteLength === 0) return { fields: toFields([]), bytes }
  return { fields: await parseFields(bytes, request.headers.get('content-type') ?? ''), bytes }
}

/** Parses a urlencoded form and keeps repeated fields. Throws if it has too many fields. */
export function parseForm(text: string): URLSearchParams {
  if (occursMoreThan(text, '&', mostFields - 1)) throw tooMany(`${mostFields} fields`)
  return new URLSearchParams(text)
}

async function parseFields(bytes: ArrayBuffer, type: string): Promise<BodyFields> {
  const essence = type.split(';', 1)[0]?.trim().toLowerCase()
  switch (essence) {
    case 'application/x-www-form-urlencoded':
      return toFields(parseForm(new TextDecoder().decode(bytes)))
    case 'application/json':
      return parseJson(bytes)
    case 'multipart/form-data':
      return parseMultipart(bytes, type)
    default:
      throw new InvalidRequestBody(
        `Expected a form or JSON, but the content type is "${essence ?? ''}".`,
      )
  }
}

function parseJson(bytes: ArrayBuffer): BodyFields {
  let value: unknown
  const text = new TextDecoder().decode(bytes)
  if (!isSmallJson(text)) throw tooMany('1000 values in 32 levels')
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new InvalidRequestBody('Expected JSON, but the body does not parse.', { cause })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidRequestBody('Expected a JSON object with the fields of the form.')
  }
  return toFields(Object.entries(value))
}

async function parseMultipart(bytes: ArrayBuffer, type: string): Promise<BodyFields> {
  const text = new TextDecoder().decode(bytes).toLowerCase()
  // RFC 7578 §4.2: every part has this header.
  if (occursMoreThan(text, 'content-disposition', mostFields)) throw tooMany(`${mostFields} parts`)
  if (occursMoreThan(text, '\n', mostLines)) throw tooMany(`${mostLines} lines`)
  try {
    const form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
    return toFields([...form].filter(([, value]) => typeof value === 'string'))
  } catch (cause) {
    throw new InvalidRequestBody('Expected multipart form data, but it does not parse.', { cause })
  }
}

const prototypeNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** The last of several fields with one name wins. Names that reach a prototype are dropped. */
function toFields(entries: Iterable<readonly [string, unknown]>): BodyFields {
  const fields = Object.create(null) as Record<string, unknown>
  for (const [name, value] of entries) if (!prototypeNames.has(name)) fields[name] = value
  return fields
}

async function readBytes(request: Request, limit: number): Promise<ArrayBuffer> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit)
  const bytes = await readInTime(request.body, limit)
  if (!bytes) throw tooLarge(limit)
  return bytes
}

async function readInTime(
  stream: Request['body'],
  limit: number,
): Promise<ArrayBuffer | undefined> {
  const signal = AbortSignal.timeout(bodyTimeout)
  try {
    return await unlessAborted(signal, readCapped(stream, limit, signal))
  } catch (cause) {
    const why = signal.aborted ? `did not end within ${bodyTimeout / 1000} s` : 'broke off'
    throw new InvalidRequestBody(`The body ${why}.`, { cause })
  }
}

function tooMany(most: string): RequestBodyTooLarge {
  return new RequestBodyTooLarge(`Expected a body of at most ${most}.`)
}

function tooLarge(limit: number): RequestBodyTooLarge {
  return new RequestBodyTooLarge(`Expected a body of at most ${limit} bytes.`)
}

/** Whether a switch is on. Code sends `true`, and HTML forms send `on` for a ticked checkbox. */
export function isChecked(value: unknown): boolean {
  return value === true || value === 'true' || value === 'on' || value === '1'
}
