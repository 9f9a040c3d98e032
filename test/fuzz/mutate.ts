import { hostileUrls } from '../../src/testing/attack/hostile-inputs.js'
import type { SeededRandom } from './seeded-random.js'
import { actions, fieldNames, methods, oddHeaders, oddTexts, oddValues } from './dictionary.js'
import { toBytes, type WireRequest } from './wire-request.js'

type Pair = readonly [name: string, value: string]

/** What one change may look at. */
interface Bench {
  readonly dice: SeededRandom
  /** Other requests, to take parts from. */
  readonly corpus: readonly WireRequest[]
}

type Mutation = (wire: WireRequest, bench: Bench) => WireRequest

/** A request that differs from a valid one in one to six places. */
export function mutate(wire: WireRequest, bench: Bench): WireRequest {
  let mutated = wire
  do mutated = bench.dice.pick(mutations)(mutated, bench)
  while (bench.dice.once(2))
  return mutated
}

const mutations: readonly Mutation[] = [
  (wire, { dice }) => ({ ...wire, target: changeBytes(wire.target, dice) }),
  (wire, { dice }) => ({ ...wire, body: changeBytes(wire.body, dice) }),
  (wire, { dice }) => ({ ...wire, method: dice.pick(methods) }),
  (wire, { dice }) => ({ ...wire, headers: [...wire.headers, dice.pick(oddHeaders)] }),
  (wire, { dice }) => replaceHeader(wire, dice.pick(oddHeaders)),
  (wire, { dice, corpus }) => ({ ...wire, body: dice.pick(corpus).body }),
  (wire, { dice, corpus }) => ({ ...wire, headers: dice.pick(corpus).headers }),
  (wire, { dice, corpus }) => ({ ...wire, target: dice.pick(corpus).target }),
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
  wishAway,
]

/** One change of bytes, wherever it falls. */
function changeBytes(text: string, dice: SeededRandom): string {
  const at = dice.below(text.length + 1)
  const end = Math.min(text.length, at + 1 + dice.below(dice.once(4) ? 64 : 4))
  const [before, part, after] = [text.slice(0, at), text.slice(at, end), text.slice(end)]
  const noise = Buffer.from(dice.bytes(1 + dice.below(8))).toString('latin1')
  switch (dice.below(7)) {
    case 0:
      return before + after
    case 1:
      return before + noise + part + after
    case 2:
      return before + noise + after
    case 3:
      return before + part + part + after
    case 4:
      return before + String.fromCharCode((text.charCodeAt(at) || 0) ^ (1 << dice.below(8))) + after
    case 5:
      return before
    default:
      return before + dice.pick(oddTexts) + after
  }
}

function changeHeaderBytes(wire: WireRequest, { dice }: Bench): WireRequest {
  if (wire.headers.length === 0) return wire
  const at = dice.below(wire.headers.length)
  const headers = wire.headers.map(([name, value], index): Pair => {
    return [name, index === at ? changeBytes(value, dice) : value]
  })
  return { ...wire, headers }
}

function dropHeader(wire: WireRequest, { dice }: Bench): WireRequest {
  const at = dice.below(wire.headers.length)
  return { ...wire, headers: wire.headers.filter((_, index) => index !== at) }
}

function replaceHeader(wire: WireRequest, [name, value]: Pair): WireRequest {
  return { ...wire, headers: [...wire.headers.filter((one) => one[0] !== name), [name, value]] }
}

function changePath(wire: WireRequest, { dice, corpus }: Bench): WireRequest {
  const [path = '', query] = wire.target.split(/\?(.*)/s)
  const segments = path.split('/')
  const other = dice.pick(corpus).target.split('?', 1)[0]?.split('/') ?? []
  const odd = () => dice.pick([...actions, ...other, encodeURIComponent(dice.pick(oddTexts))])
  const at = dice.below(segments.length + 1)
  segments.splice(at, dice.below(2), ...(dice.once(4) ? [] : [odd()]))
  return { ...wire, target: segments.join('/') + (query === undefined ? '' : `?${query}`) }
}

function changeQuery(wire: WireRequest, { dice }: Bench): WireRequest {
  const [path = '', query = ''] = wire.target.split(/\?(.*)/s)
  return { ...wire, target: `${path}?${changePairs(query, '&', dice)}` }
}

function changeCookies(wire: WireRequest, { dice }: Bench): WireRequest {
  const cookie = wire.headers.find(([name]) => name === 'cookie')?.[1] ?? ''
  return replaceHeader(wire, ['cookie', changePairs(cookie, '; ', dice)])
}

/** A cookie of another browser, or of the same one at another time, under its own name or another. */
function borrowCookie(wire: WireRequest, { dice, corpus }: Bench): WireRequest {
  const cookiesOf = ({ headers }: WireRequest): readonly string[] =>
    headers.find(([name]) => name === 'cookie')?.[1].split('; ') ?? []
  const own = cookiesOf(wire)
  const others = cookiesOf(dice.pick(corpus))
  if (others.length === 0) return wire
  const [name, value] = splitPair(dice.pick(others))
  const alias = own.length > 0 && dice.once(2) ? splitPair(dice.pick(own))[0] : name
  const kept = own.filter((pair) => splitPair(pair)[0] !== alias)
  return replaceHeader(wire, ['cookie', [...kept, `${alias}=${value}`].join('; ')])
}

/** Wants to end somewhere else, in the address or in the form; the rest stays as it was. */
function wishAway(wire: WireRequest, { dice }: Bench): WireRequest {
  const name = dice.pick(['callbackUrl', 'redirectTo'])
  const wish = dice.pick(hostileUrls)
  const fields = parseJson(wire.body)
  if (fields) return { ...wire, body: toBytes(JSON.stringify({ ...fields, [name]: wish })) }
  const pair = `${name}=${encodeURIComponent(wish.toWellFormed())}`
  if (wire.body !== '') return { ...wire, body: `${wire.body}&${pair}` }
  return { ...wire, target: `${wire.target}${wire.target.includes('?') ? '&' : '?'}${pair}` }
}

/** Changes one of `a=b&c=d`, or the order or number of them. */
function changePairs(text: string, separator: string, dice: SeededRandom): string {
  const pairs = text === '' ? [] : text.split(separator)
  const at = dice.below(pairs.length)
  const [name, value] = splitPair(pairs[at] ?? '')
  const odd = encodeURIComponent(dice.pick(oddTexts))
  const raw = dice.pick(oddTexts)
  const changed = (): readonly string[] => {
    switch (dice.below(8)) {
      case 0:
        return []
      case 1:
        return [`${name}=${value}`, `${name}=${odd}`]
      case 2:
        return [`${name}=${odd}`]
      case 3:
        return [`${name}=${raw}`]
      case 4:
        return [`${name}=${changeBytes(value, dice)}`]
      case 5:
        return [`${name}=${value}`, `${dice.pick(fieldNames)}=${odd}`]
      case 6:
        return [`${name}.${dice.below(3)}=${value.slice(0, dice.below(value.length + 1))}`]
      default:
        return [`${name}=${splitPair(pairs[dice.below(pairs.length)] ?? '')[1]}`]
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
function changeBody(wire: WireRequest, { dice }: Bench): WireRequest {
  const fields = parseJson(wire.body)
  if (fields) return { ...wire, body: toBytes(JSON.stringify(changeJson(fields, dice))) }
  if (!dice.once(8)) return { ...wire, body: changePairs(wire.body, '&', dice) }
  const entries = wire.body.split('&').map(splitPair)
  const json = JSON.stringify(changeJson(Object.fromEntries(entries), dice))
  return replaceHeader({ ...wire, body: toBytes(json) }, ['content-type', 'application/json'])
}

/** Replaces something somewhere in a JSON value. */
function changeJson(value: unknown, dice: SeededRandom): unknown {
  if (typeof value === 'string' && dice.once(2)) return changeBytes(value, dice)
  const isObject = typeof value === 'object' && value !== null
  if (!isObject || dice.once(6)) {
    return dice.once(2) ? dice.pick(oddValues) : dice.pick(oddTexts)
  }
  const entries = Object.entries(value)
  if (entries.length === 0 || dice.once(6)) {
    return { ...value, [dice.pick(fieldNames)]: dice.pick(oddValues) }
  }
  const [name, member] = dice.pick(entries)
  return { ...value, [name]: changeJson(member, dice) }
}

function parseJson(body: string): object | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(body, 'latin1').toString())
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
