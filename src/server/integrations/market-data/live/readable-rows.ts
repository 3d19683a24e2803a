import { z } from 'zod';

/** The rows of a partner's list that can be read: one foreign row does not refuse the others. */
export const readableRows = <Row extends z.ZodType>(row: Row) =>
  z.array(z.unknown()).transform((rows, context): z.infer<Row>[] => {
    const readable = rows.flatMap((one) => row.safeParse(one).data ?? []);
    if (readable.length === 0 && rows.length > 0) context.addIssue('none of the rows can be read');
    return readable as z.infer<Row>[];
  });
