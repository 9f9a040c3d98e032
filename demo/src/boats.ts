/** A boat of the club. */
export interface Boat {
  readonly id: string
  readonly name: string
  readonly kind: string
  readonly seats: number
}

/** The fleet. A real club would keep it in its database. */
export const boats: readonly Boat[] = [
  { id: 'heron', name: 'Heron', kind: 'Single scull', seats: 1 },
  { id: 'otter', name: 'Otter', kind: 'Double scull', seats: 2 },
  { id: 'swift', name: 'Swift', kind: 'Coxed four', seats: 5 },
  { id: 'bittern', name: 'Bittern', kind: 'Touring gig', seats: 6 },
]
