import type { OpenTelemetryApi } from '../../../src/otel.js'

export const api: OpenTelemetryApi

export interface Span {
  readonly name: string
  readonly kind: number
  readonly status: number
  readonly attributes: Readonly<Record<string, unknown>>
  readonly id: string
  readonly parent: string | undefined
}

export interface Point {
  readonly name: string
  readonly unit: string
  readonly attributes: Readonly<Record<string, unknown>>
  /** The sum of a counter, or the number of values of a histogram. */
  readonly count: number
}

export interface Sdk {
  readonly spans: () => readonly Span[]
  readonly points: () => Promise<readonly Point[]>
  readonly stop: () => Promise<void>
}

export function startSdk(): Sdk
