/** The first match wins: most browsers also name those that they want to be taken for. */
const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * Names a browser and its system, such as "Chrome · macOS". Undefined if neither is known. Only names
 * from our lists are returned, because a visitor can send any `User-Agent` header and the name may be
 * part of a mail to another person.
 */
export function describeBrowser(userAgent: string | null | undefined): string | undefined {
  const found = [browsers, systems].map(
    (list) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1],
  )
  return found.filter((name) => name !== undefined).join(' · ') || undefined
}
