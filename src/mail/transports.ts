import type { Transport } from 'nodemailer'

const mostTransports = 20
const transports = new Map<unknown, Transport>()

/**
 * Returns the cached transport of an SMTP server, or creates it. The config function runs at every
 * request, but a connection pool must be created only once. Options that contain more than plain
 * data are compared by identity.
 */
export function keepTransport(
  server: string | object,
  create: (server: string | object) => Transport,
): Transport {
  const key = isPlainData(server) ? JSON.stringify(server) : server
  const transport = transports.get(key) ?? create(server)
  // Moves the transport to the end, so that the first one is the least recently used.
  transports.delete(key)
  transports.set(key, transport)
  if (transports.size > mostTransports) dropOldest()
  return transport
}

function dropOldest(): void {
  const [oldest] = transports
  if (!oldest) return
  transports.delete(oldest[0])
  oldest[1].close()
}

function isPlainData(value: unknown): boolean {
  if (typeof value === 'function') return false
  if (typeof value !== 'object' || value === null) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  const isPlain = prototype === Object.prototype || prototype === null || Array.isArray(value)
  return isPlain && Object.values(value).every(isPlainData)
}
