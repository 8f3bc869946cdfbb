import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listOfPictures } from './list-pictures.ts'
import { KEPT } from './kept-pictures.ts'

await writeFile(join(KEPT, 'README.md'), listOfPictures())
