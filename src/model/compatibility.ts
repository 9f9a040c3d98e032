/** A library whose servers Latchkey runs beside. */
export type Compatibility = 'authjs'
