import { IsInt, IsOptional, IsString, MaxLength, Min } from 'class-validator';
import { Param, Tool } from 'toolwright';

/** Decorated classes that have nothing to do with what is measured: class-validator scans them all for each object. */
export function loadOtherClasses(count: number): void {
  for (let index = 0; index < count; index++) declare();
}

const declared: unknown[] = [];

function declare(): void {
  class Other {
    @IsString() @MaxLength(40) name!: string;
    @IsInt() @Min(0) @IsOptional() count?: number;

    @Tool('Do something else.')
    other(@Param('Some text.') text: string): string {
      return text;
    }
  }
  declared.push(Other);
}
