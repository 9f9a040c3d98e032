import * as api from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  AggregationTemporality,
  DataPointType,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'

export { api }

/** Starts the OpenTelemetry SDK for the process, with exporters that keep everything in memory. */
export function startSdk() {
  const spanExporter = new InMemorySpanExporter()
  const tracerProvider = new BasicTracerProvider({
    spanProcessors: [new SimpleSpanProcessor(spanExporter)],
  })
  const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({
    exporter: metricExporter,
    exportIntervalMillis: 3_600_000,
  })
  const meterProvider = new MeterProvider({ readers: [reader] })
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  api.trace.setGlobalTracerProvider(tracerProvider)
  api.metrics.setGlobalMeterProvider(meterProvider)
  return {
    spans: () =>
      spanExporter.getFinishedSpans().map((span) => ({
        name: span.name,
        kind: span.kind,
        status: span.status.code,
        attributes: { ...span.attributes },
        id: span.spanContext().spanId,
        parent: span.parentSpanContext?.spanId,
      })),
    points: async () => {
      await reader.forceFlush()
      const [latest] = metricExporter.getMetrics().slice(-1)
      return (latest?.scopeMetrics ?? []).flatMap(({ metrics }) =>
        metrics.flatMap(({ descriptor, dataPoints, dataPointType }) =>
          dataPoints.map(({ attributes, value }) => ({
            name: descriptor.name,
            unit: descriptor.unit,
            attributes: { ...attributes },
            count: dataPointType === DataPointType.HISTOGRAM ? value.count : value,
          })),
        ),
      )
    },
    stop: async () => {
      await Promise.all([tracerProvider.shutdown(), meterProvider.shutdown()])
      api.context.disable()
      api.trace.disable()
      api.metrics.disable()
    },
  }
}
