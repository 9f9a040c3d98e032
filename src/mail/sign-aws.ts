/** Credentials of an AWS account. */
export interface AwsCredentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Present for temporary credentials. */
  readonly sessionToken?: string | undefined
}

/** A POST request to sign. */
export interface AwsRequest {
  readonly url: string
  /** Names in lower case. `host` and the headers of the signature are added. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly region: string
  readonly service: string
  readonly date: Date
}

/**
 * Returns the signed headers for a request to AWS.
 * Supports only paths of plain characters without a query.
 *
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export async function signAwsRequest(
  request: AwsRequest,
  credentials: AwsCredentials,
): Promise<Record<string, string>> {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials
  const time = request.date.toISOString().replace(/[-:]|\.\d+/g, '')
  const { host, pathname } = new URL(request.url)
  const headers: Record<string, string> = {
    ...request.headers,
    'x-amz-date': time,
    ...(sessionToken && { 'x-amz-security-token': sessionToken }),
  }
  const signed = Object.entries({ ...headers, host }).sort(([a], [b]) => (a < b ? -1 : 1))
  const names = signed.map(([name]) => name).join(';')
  const canonical = [
    'POST',
    pathname,
    '',
    ...signed.map(([name, value]) => `${name}:${value.trim()}`),
    '',
    names,
    await sha256(request.body),
  ].join('\n')
  const steps = [time.slice(0, 8), request.region, request.service, 'aws4_request']
  const scope = steps.join('/')
  const toSign = ['AWS4-HMAC-SHA256', time, scope, await sha256(canonical)].join('\n')
  let key: BufferSource = new TextEncoder().encode(`AWS4${secretAccessKey}`)
  for (const step of steps) key = await hmac(key, step)
  const signature = toHex(await hmac(key, toSign))
  const parts = [
    `Credential=${accessKeyId}/${scope}`,
    `SignedHeaders=${names}`,
    `Signature=${signature}`,
  ]
  return { ...headers, authorization: `AWS4-HMAC-SHA256 ${parts.join(', ')}` }
}

async function sha256(text: string): Promise<string> {
  return toHex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}

async function hmac(key: BufferSource, text: string): Promise<ArrayBuffer> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign'])
  return crypto.subtle.sign('HMAC', imported, new TextEncoder().encode(text))
}

function toHex(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
