import { hostileUrls } from '../../../src/testing/attack/hostile-inputs.js'
import type { SeededRandom } from '../../support/seeded-random.js'
import { actions, fieldNames, methods, oddHeaders, oddTexts, oddValues } from './dictionary.js'
import { toBytes, type WireRequest } from './wire-request.js'

type Pair = readonly [name: string, value: string]

/** What one change may look at. */
interface Bench {
  readonly random: SeededRandom
  /** Other requests, to take parts from. */
  readonly corpus: readonly WireRequest[]
}

type Mutation = (wire: WireRequest, bench: Bench) => WireRequest

/** A request that differs from a valid one in one to six places. */
export function mutate(wire: WireRequest, bench: Bench): WireRequest {
  let mutated = wire
  do mutated = bench.random.pick(mutations)(mutated, bench)
  while (bench.random.once(2))
  return mutated
}

const mutations: readonly Mutation[] = [
  (wire, { random }) => ({ ...wire, target: changeBytes(wire.target, random) }),
  (wire, { random }) => ({ ...wire, body: changeBytes(wire.body, random) }),
  (wire, { random }) => ({ ...wire, method: random.pick(methods) }),
  (wire, { random }) => ({ ...wire, headers: [...wire.headers, random.pick(oddHeaders)] }),
  (wire, { random }) => replaceHeader(wire, random.pick(oddHeaders)),
  (wire, { random, corpus }) => ({ ...wire, body: random.pick(corpus).body }),
  (wire, { random, corpus }) => ({ ...wire, headers: random.pick(corpus).headers }),
  (wire, { random, corpus }) => ({ ...wire, target: random.pick(corpus).target }),
  changeHeaderBytes,
  dropHeader,
  changePath,
  changeQuery,
  changeQuery,
  changeCookies,
  changeCookies,
  changeBody,
  changeBody,
  borrowCookie,
  changeCallbackUrl,
]

/** One change of bytes, wherever it falls. */
function changeBytes(text: string, random: SeededRandom): string {
  const at = random.below(text.length + 1)
  const end = Math.min(text.length, at + 1 + random.below(random.once(4) ? 64 : 4))
  const [before, part, after] = [text.slice(0, at), text.slice(at, end), text.slice(end)]
  const noise = Buffer.from(random.bytes(1 + random.below(8))).toString('latin1')
  switch (random.below(7)) {
    case 0:
      return before + after
    case 1:
      return before + noise + part + after
    case 2:
      return before + noise + after
    case 3:
      return before + part + part + after
    case 4:
      return (
        before + String.fromCharCode((text.charCodeAt(at) || 0) ^ (1 << random.below(8))) + after
      )
    case 5:
      return before
    default:
      return before + random.pick(oddTexts) + after
  }
}

function changeHeaderBytes(wire: WireRequest, { random }: Bench): WireRequest {
  if (wire.headers.length === 0) return wire
  const at = random.below(wire.headers.length)
  const headers = wire.headers.map(([name, value], index): Pair => {
    return [name, index === at ? changeBytes(value, random) : value]
  })
  return { ...wire, headers }
}

function dropHeader(wire: WireRequest, { random }: Bench): WireRequest {
  const at = random.below(wire.headers.length)
  return { ...wire, headers: wire.headers.filter((_, index) => index !== at) }
}

function replaceHeader(wire: WireRequest, [name, value]: Pair): WireRequest {
  return { ...wire, headers: [...wire.headers.filter((one) => one[0] !== name), [name, value]] }
}

function changePath(wire: WireRequest, { random, corpus }: Bench): WireRequest {
  const [path = '', query] = wire.target.split(/\?(.*)/s)
  const segments = path.split('/')
  const other = random.pick(corpus).target.split('?', 1)[0]?.split('/') ?? []
  const odd = () => random.pick([...actions, ...other, encodeURIComponent(random.pick(oddTexts))])
  const at = random.below(segments.length + 1)
  segments.splice(at, random.below(2), ...(random.once(4) ? [] : [odd()]))
  return { ...wire, target: segments.join('/') + (query === undefined ? '' : `?${query}`) }
}

function changeQuery(wire: WireRequest, { random }: Bench): WireRequest {
  const [path = '', query = ''] = wire.target.split(/\?(.*)/s)
  return { ...wire, target: `${path}?${changePairs(query, '&', random)}` }
}

function changeCookies(wire: WireRequest, { random }: Bench): WireRequest {
  const cookie = wire.headers.find(([name]) => name === 'cookie')?.[1] ?? ''
  return replaceHeader(wire, ['cookie', changePairs(cookie, '; ', random)])
}

/** A cookie of another browser, or of the same one at another time, under its own name or another. */
function borrowCookie(wire: WireRequest, { random, corpus }: Bench): WireRequest {
  const cookiesOf = ({ headers }: WireRequest): readonly string[] =>
    headers.find(([name]) => name === 'cookie')?.[1].split('; ') ?? []
  const own = cookiesOf(wire)
  const others = cookiesOf(random.pick(corpus))
  if (others.length === 0) return wire
  const [name, value] = splitPair(random.pick(others))
  const alias = own.length > 0 && random.once(2) ? splitPair(random.pick(own))[0] : name
  const kept = own.filter((pair) => splitPair(pair)[0] !== alias)
  return replaceHeader(wire, ['cookie', [...kept, `${alias}=${value}`].join('; ')])
}

/** Wants to end somewhere else, in the address or in the form; the rest stays as it was. */
function changeCallbackUrl(wire: WireRequest, { random }: Bench): WireRequest {
  const name = random.pick(['callbackUrl', 'redirectTo'])
  const url = random.pick(hostileUrls)
  const fields = parseJson(wire.body)
  if (fields) return { ...wire, body: toBytes(JSON.stringify({ ...fields, [name]: url })) }
  const pair = `${name}=${encodeURIComponent(url.toWellFormed())}`
  if (wire.body !== '') return { ...wire, body: `${wire.body}&${pair}` }
  return { ...wire, target: `${wire.target}${wire.target.includes('?') ? '&' : '?'}${pair}` }
}

/** Changes one of `a=b&c=d`, or the order or number of them. */
function changePairs(text: string, separator: string, random: SeededRandom): string {
  const pairs = text === '' ? [] : text.split(separator)
  const at = random.below(pairs.length)
  const [name, value] = splitPair(pairs[at] ?? '')
  const odd = encodeURIComponent(random.pick(oddTexts))
  const raw = random.pick(oddTexts)
  const changed = (): readonly string[] => {
    switch (random.below(8)) {
      case 0:
        return []
      case 1:
        return [`${name}=${value}`, `${name}=${odd}`]
      case 2:
        return [`${name}=${odd}`]
      case 3:
        return [`${name}=${raw}`]
      case 4:
        return [`${name}=${changeBytes(value, random)}`]
      case 5:
        return [`${name}=${value}`, `${random.pick(fieldNames)}=${odd}`]
      case 6:
        return [`${name}.${random.below(3)}=${value.slice(0, random.below(value.length + 1))}`]
      default:
        return [`${name}=${splitPair(pairs[random.below(pairs.length)] ?? '')[1]}`]
    }
  }
  pairs.splice(at, 1, ...changed())
  return pairs.join(separator)
}

function splitPair(pair: string): Pair {
  const [name = '', value = ''] = pair.split(/=(.*)/s)
  return [name, value]
}

/** Changes the fields of a form or of a JSON object; other bodies become one. */
function changeBody(wire: WireRequest, { random }: Bench): WireRequest {
  const fields = parseJson(wire.body)
  if (fields) return { ...wire, body: toBytes(JSON.stringify(changeJson(fields, random))) }
  if (!random.once(8)) return { ...wire, body: changePairs(wire.body, '&', random) }
  const entries = wire.body.split('&').map(splitPair)
  const json = JSON.stringify(changeJson(Object.fromEntries(entries), random))
  return replaceHeader({ ...wire, body: toBytes(json) }, ['content-type', 'application/json'])
}

/** Replaces something somewhere in a JSON value. */
function changeJson(value: unknown, random: SeededRandom): unknown {
  if (typeof value === 'string' && random.once(2)) return changeBytes(value, random)
  const isObject = typeof value === 'object' && value !== null
  if (!isObject || random.once(6)) {
    return random.once(2) ? random.pick(oddValues) : random.pick(oddTexts)
  }
  const entries = Object.entries(value)
  if (entries.length === 0 || random.once(6)) {
    return { ...value, [random.pick(fieldNames)]: random.pick(oddValues) }
  }
  const [name, member] = random.pick(entries)
  return { ...value, [name]: changeJson(member, random) }
}

function parseJson(body: string): object | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(body, 'latin1').toString())
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
