import type { LogoPart } from '../../model/oauth.js'

/** Microsoft's rules for sign-in buttons ask for its logo, also for accounts of an organization. */
export const microsoftLogo: readonly LogoPart[] = [
  { color: '#F25022', path: 'M2 2h9.5v9.5H2z' },
  { color: '#7FBA00', path: 'M12.5 2H22v9.5h-9.5z' },
  { color: '#00A4EF', path: 'M2 12.5h9.5V22H2z' },
  { color: '#FFB900', path: 'M12.5 12.5H22V22h-9.5z' },
]
