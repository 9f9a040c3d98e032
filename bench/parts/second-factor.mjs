import { measureSubjects } from '../measure.mjs'

/** @type {import('../part.mjs').Part} */
export const part = {
  file: 'second-factor',
  title: 'Session reads of apps with second factors',
  method: {
    unit: 'nanoseconds an operation',
    requests: 'both apps read sessions of the same kind, in one run and in turns',
  },
  comparisons: [
    { of: 'factors-read', to: 'plain-read', target: { atMost: 1.03 } },
    { of: 'factors-get', to: 'plain-get', target: { atMost: 1.03 } },
  ],
  async measure(effort) {
    const { secondFactorReads } = await import('../subjects/second-factor.mjs')
    return measureSubjects(await secondFactorReads(), effort)
  },
  chart: [
    {
      title: 'With and without second factors',
      note: 'Sessions in memory. Ratios over readSession without second factors.',
      base: 'plain-read',
      ids: ['plain-read', 'factors-read', 'plain-get', 'factors-get'],
    },
  ],
}
