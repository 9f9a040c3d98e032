import { isAuthError } from '../errors/auth-error.js'
import { errorTraits } from '../errors/traits.js'
import type {
  Telemetry,
  TelemetryAttributes,
  TelemetryHistogram,
  TelemetrySpan,
  TelemetrySpanEnd,
} from '../model/telemetry.js'
import type { Log } from './logger.js'

/** The app's telemetry, which cannot break a request. */
export interface ResolvedTelemetry extends Omit<Telemetry, 'trace'> {
  /** Runs work in a span, measures how long it takes, and returns its result. */
  run<T>(measured: MeasuredWork<T>, work: () => Promise<T>): Promise<T>
}

/** What is known about work before it runs, and how to describe its result. */
export interface MeasuredWork<T> extends TelemetrySpan {
  readonly histogram: TelemetryHistogram
  /** Attributes of the span and of the duration that are known only from the result. */
  readonly describe?: (result: T) => TelemetryAttributes
}

/** Wraps the app's telemetry, so that it runs work exactly once, whatever it does itself. */
export function resolveTelemetry(
  given: Telemetry | undefined,
  log: Log,
): ResolvedTelemetry | undefined {
  if (!given) return undefined
  const fail = (error: unknown): void =>
    log.warnOnce('telemetry-failed', 'The option `telemetry` threw an error.', error)
  const attempt = (use: () => void | Promise<void>): void => {
    try {
      const used: unknown = use()
      if (used instanceof Promise) used.catch(fail)
    } catch (error) {
      fail(error)
    }
  }
  const count: Telemetry['count'] = (counter, attributes) =>
    attempt(() => given.count(counter, attributes))
  const record: Telemetry['record'] = (histogram, seconds, attributes) =>
    attempt(() => given.record(histogram, seconds, attributes))
  return {
    count,
    record,
    run: <T>(measured: MeasuredWork<T>, work: () => Promise<T>): Promise<T> => {
      const { name, kind, attributes } = measured
      let started: Started<T> | undefined
      const startOnce = (): Started<T> => (started ??= start(measured, work, record))
      attempt(() => given.trace({ name, kind, attributes }, () => startOnce().end))
      return startOnce().result
    },
  }
}

/** Work that runs. */
interface Started<T> {
  readonly result: Promise<T>
  /** Never rejects. */
  readonly end: Promise<TelemetrySpanEnd>
}

function start<T>(
  measured: MeasuredWork<T>,
  work: () => Promise<T>,
  record: Telemetry['record'],
): Started<T> {
  const { histogram, attributes } = measured
  const begin = performance.now()
  const result = work()
  const end = endOf(result, measured).then((ended) => {
    const error = ended.error === undefined ? {} : { 'error.type': ended.error }
    const seconds = (performance.now() - begin) / 1000
    record(histogram, seconds, { ...attributes, ...ended.attributes, ...error })
    return ended
  })
  return { result, end }
}

async function endOf<T>(
  result: Promise<T>,
  { describe }: MeasuredWork<T>,
): Promise<TelemetrySpanEnd> {
  try {
    const value = await result
    return { attributes: describe?.(value) }
  } catch (error) {
    return { error: errorTypeOf(error) }
  }
}

/** Returns the type of an error of ours. Names of other errors may contain anything. */
export function errorTypeOf(error: unknown): string {
  return isAuthError(error) && Object.hasOwn(errorTraits, error.type) ? error.type : '_OTHER'
}

const methods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
])

/** Returns a method for a label. A visitor may send any method. */
export function methodLabel(method: string): string {
  return methods.has(method) ? method : '_OTHER'
}

/** Returns the id of a provider for a label. A visitor may name any provider. */
export function providerLabel(config: object, id: string | undefined): string {
  const providers = 'providers' in config ? config.providers : undefined
  return id !== undefined && providers instanceof Map && providers.has(id) ? id : 'unknown'
}
