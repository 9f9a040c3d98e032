import type { Transport } from 'nodemailer'

const mostTransports = 20
const transports = new Map<unknown, Transport>()

/**
 * The transport of an SMTP server, made at most once: the config function runs at every request,
 * and a pool of connections must not. Options that hold more than plain data are told apart by
 * identity.
 */
export function keepTransport(
  server: string | object,
  create: (server: string | object) => Transport,
): Transport {
  const key = isPlainData(server) ? JSON.stringify(server) : server
  const transport = transports.get(key) ?? create(server)
  // The last one used goes to the end, so that the first one is the one to drop.
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
