/** The first one that is found: most browsers also claim to be others. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(Headless)?Chrom(e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'an iPhone'],
  [/\biPad\b/, 'an iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'a Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** A browser in plain words, such as "Firefox on Windows". */
export function describeBrowser(userAgent: string | undefined): string {
  const browser = find(browsers, userAgent) ?? 'A browser'
  const system = find(systems, userAgent)
  return system === undefined ? browser : `${browser} on ${system}`
}

function find(names: typeof browsers, userAgent = ''): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1]
}
