import { decodeBase64url } from '../crypto/base64.js'
import { WebAuthnVerificationError } from '../errors/webauthn-errors.js'
import { isSmallJson } from '../http/is-small-json.js'

/** The authenticator's response, as the browser sent it. It is not verified yet. */
export interface CredentialResponse {
  /** Credential id in base64url. */
  readonly id: string
  readonly rawId: string
  readonly type: 'public-key'
  readonly response: Readonly<Record<string, string | readonly string[] | undefined>> & {
    readonly clientDataJSON: string
    readonly userHandle?: string | undefined
    readonly transports?: readonly string[] | undefined
  }
  readonly clientExtensionResults: Readonly<Record<string, never>>
}

/** The browser's data about the ceremony. @see Web Authentication Level 3, section 5.8.1 */
export interface ClientData {
  readonly challenge: string
  readonly crossOrigin: boolean
  readonly topOrigin: string | undefined
}

/** The required members of each kind of response. */
const members = {
  register: ['clientDataJSON', 'attestationObject'],
  authenticate: ['clientDataJSON', 'authenticatorData', 'signature'],
} as const

const base64url = /^[\w-]+$/
/** Section 4 allows ids of 1023 bytes, and section 5.4.3 handles of 64 bytes. */
const longestId = 1364
const longestHandle = 86
const longestMember = 48 * 1024
/** Section 5.8.4: unknown names are kept if they look like transport names. */
const transport = /^[a-z-]{1,32}$/
const mostTransports = 8

/** Parses a response strictly: only known members, each with the right type and length. */
export function parseCredentialResponse(
  data: unknown,
  kind: keyof typeof members,
): CredentialResponse {
  const given = objectOf(typeof data === 'string' ? parseJson(data) : data)
  const inner = objectOf(given['response'])
  const id = textOf(given['id'], longestId)
  if (given['rawId'] !== id) throw malformed('Expected `rawId` to be the same as `id`.')
  if (given['type'] !== 'public-key') throw malformed('Expected `type` to be "public-key".')
  const required = members[kind].map((name) => [name, textOf(inner[name], longestMember)] as const)
  return {
    id,
    rawId: id,
    type: 'public-key',
    response: {
      ...(Object.fromEntries(required) as { clientDataJSON: string }),
      ...(kind === 'authenticate' && { userHandle: handleOf(inner['userHandle']) }),
      ...(kind === 'register' && { transports: transportsOf(inner['transports']) }),
    },
    clientExtensionResults: {},
  }
}

/** Parses the client data. The verification checks the rest of it. */
export function parseClientData({ response }: CredentialResponse): ClientData {
  const text = new TextDecoder().decode(decodeBase64url(response.clientDataJSON))
  const { challenge, crossOrigin, topOrigin } = objectOf(parseJson(text))
  if (topOrigin !== undefined && typeof topOrigin !== 'string') {
    throw malformed('Expected `topOrigin` to be a string.')
  }
  if (crossOrigin !== undefined && typeof crossOrigin !== 'boolean') {
    throw malformed('Expected `crossOrigin` to be true or false.')
  }
  const isFramed = crossOrigin === true || topOrigin !== undefined
  return { challenge: textOf(challenge, longestMember), crossOrigin: isFramed, topOrigin }
}

function handleOf(given: unknown): string | undefined {
  return given === undefined || given === null || given === ''
    ? undefined
    : textOf(given, longestHandle)
}

function transportsOf(given: unknown): readonly string[] {
  if (!Array.isArray(given)) return []
  const known = given.filter((name) => typeof name === 'string' && transport.test(name))
  return known.slice(0, mostTransports) as string[]
}

function textOf(given: unknown, longest: number): string {
  if (typeof given === 'string' && given.length <= longest && base64url.test(given)) return given
  throw malformed('Expected a base64url string.')
}

function objectOf(given: unknown): Readonly<Record<string, unknown>> {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) {
    return given as Record<string, unknown>
  }
  throw malformed('Expected an object.')
}

function parseJson(text: string): unknown {
  if (!isSmallJson(text)) throw malformed('The JSON has too many values.')
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw malformed('Expected valid JSON.', cause)
  }
}

function malformed(message: string, cause?: unknown): WebAuthnVerificationError {
  return new WebAuthnVerificationError(`The response is malformed. ${message}`, { cause })
}
