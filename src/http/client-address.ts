import { parseUrl } from './parse-url.js'
import type { RequestHead } from './request-head.js'

/** Addresses within this many bits of an IPv6 network belong to one customer. */
const ipv6Groups = 4

/**
 * Where a request comes from, as one text for one customer: an IPv4 address, or the first 64 bits
 * of an IPv6 one. Undefined when it cannot be known.
 *
 * `X-Forwarded-For` is a list to which every proxy appends what it saw; only the last entries, as
 * many as there are proxies of ours, were not written by the visitor. Without any, a connection
 * from a private address is one from a proxy that we were not told of: everybody comes from there.
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
  const forwarded = (headers.get('x-forwarded-for') ?? '').split(',').map((one) => one.trim())
  return toNetwork(forwarded.at(-trustedProxies))
}

function toNetwork(address: string | undefined): string | undefined {
  const bare = address?.replace(/^\[|\](:\d+)?$/g, '')
  if (!bare) return undefined
  if (/^\d{1,3}(\.\d{1,3}){3}(:\d+)?$/.test(bare)) return bare.replace(/:\d+$/, '')
  return toIpv6Network(bare.replace(/%.*$/, ''))
}

/** An IPv4 address that was written as an IPv6 one. */
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
  // The URL parser knows every way to write one.
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
