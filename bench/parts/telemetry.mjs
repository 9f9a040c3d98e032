import * as api from '@opentelemetry/api'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { openTelemetry } from 'latchkey/otel'
import { measureSubjects } from '../measure.mjs'

/** @type {import('../part.mjs').Part} */
export const part = {
  file: 'telemetry',
  title: 'Time to read a session with telemetry off and on',
  method: {
    unit: 'nanoseconds an operation',
    telemetry: 'latchkey/otel with the metrics SDK of OpenTelemetry, which adds up in memory',
  },
  comparisons: [
    { of: 'latchkey-read-cold', to: 'bare-decrypt', target: { atMost: 2 } },
    { of: 'latchkey-read-cold-telemetry', to: 'latchkey-read-cold' },
    { of: 'latchkey-read-hot-telemetry', to: 'latchkey-read-hot' },
  ],
  async measure(effort) {
    const { latchkeyWithTelemetry } = await import('../subjects/latchkey.mjs')
    const reader = new PeriodicExportingMetricReader({
      exporter: new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE),
      exportIntervalMillis: 3_600_000,
    })
    const provider = new MeterProvider({ readers: [reader] })
    api.metrics.setGlobalMeterProvider(provider)
    try {
      const subjects = await latchkeyWithTelemetry(effort.poolSize, openTelemetry(api))
      return await measureSubjects(subjects, effort)
    } finally {
      await provider.shutdown()
    }
  },
  chart: [
    {
      title: 'In process',
      note: 'Ratios over readSession with telemetry off, cold.',
      base: 'latchkey-read-cold',
      ids: [
        'bare-decrypt',
        'latchkey-read-hot',
        'latchkey-read-hot-telemetry',
        'latchkey-read-cold',
        'latchkey-read-cold-telemetry',
      ],
    },
  ],
}
