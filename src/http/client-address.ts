import { parseUrl } from './parse-url.js'
import type { RequestHead } from './request-head.js'

/**
 * The first 64 bits of an address (four groups), because an internet provider assigns at least such
 * a network to one customer.
 */
const ipv6Groups = 4

/**
 * Returns the client's IPv4 address, or the first 64 bits of its IPv6 address. Returns undefined if
 * the address is not known.
 *
 * Every proxy appends the address that it saw to `X-Forwarded-For`. Only the last entries, one per
 * trusted proxy, cannot be written by the client. Without a trusted proxy, a connection from a
 * private address comes from a proxy that the config does not mention, so all clients would share
 * its address.
 */
export function resolveClientNetwork(
  headers: RequestHead['headers'],
  connection: string | undefined,
  trustedProxies: number,
): string | undefined {
  if (trustedProxies === 0) {
    const network = toNetwork(connection)
    return network === undefined || isPrivate(network) ? undefined : network
  }
  const forwarded = (headers.get('x-forwarded-for') ?? '').split(',').map((entry) => entry.trim())
  return toNetwork(forwarded.at(-trustedProxies))
}

function toNetwork(address: string | undefined): string | undefined {
  const bare = address?.replace(/^\[|\](:\d+)?$/g, '')
  if (!bare) return undefined
  if (/^\d{1,3}(\.\d{1,3}){3}(:\d+)?$/.test(bare)) return bare.replace(/:\d+$/, '')
  return toIpv6Network(bare.replace(/%.*$/, ''))
}

/** Converts an IPv4-mapped IPv6 address. */
function toIpv4(groups: readonly string[]): string {
  const pairs = groups.map((group) => Number.parseInt(group, 16))
  return pairs.flatMap((pair) => [pair >> 8, pair & 255]).join('.')
}

/** RFC 1918, 6598, 3927, 1122; RFC 4193, 4291. */
function isPrivate(network: string): boolean {
  return (
    /^(?:10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./.test(
      network,
    ) || /^(?:0:0:0:0|f[cd][\da-f]{2}:|fe[89ab][\da-f]:)/.test(network)
  )
}

function toIpv6Network(address: string): string | undefined {
  // The URL parser accepts every notation of an IPv6 address.
  const url = parseUrl(`http://[${address}]`)
  if (!url) return undefined
  const [head = '', tail] = url.hostname.slice(1, -1).split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  const groups = [...left, ...zeros, ...right]
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return toIpv4(groups.slice(6))
  return `${groups.slice(0, ipv6Groups).join(':')}::/64`
}
