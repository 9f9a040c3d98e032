import type { Context } from '../../context/context.js'
import type { MistakeReport } from '../../model/mistake-report.js'

/**
 * Keeps what the log says about an error until the page that the browser is redirected to shows it.
 * In production there is no report, so nothing is kept.
 */
export function rememberReport(
  { config }: Context,
  type: string,
  report: MistakeReport | undefined,
): void {
  if (report) config.runtime.lastReport = { type, report }
}

/** Returns the report for the page about an error of this type. */
export function lastReport({ config }: Context, type: string): MistakeReport | undefined {
  const { devServer, lastReport: last } = config.runtime
  return devServer && last?.type === type ? last.report : undefined
}
