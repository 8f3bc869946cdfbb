import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { generateTables } from '../../../test/generate-tables.ts'

test('The types of the tables are those of the migrated database', async () => {
  await using database = await createTestDatabase()
  const source = await generateTables(database.db)
  await expect(source, '`npm run tables` writes these types anew').toMatchFileSnapshot('generated-tables.ts')
})
