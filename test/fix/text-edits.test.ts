import { describe, expect, it } from "vitest";
import { EditSet, OverlapError, applyEdits, orderEdits } from "../../src/fix/text-edits.js";

const edit = (start: number, end: number, text: string, path = "a.js") => ({ path, start, end, text });

describe("edits of a text", () => {
  it("are made at the offsets of the text as it was, whatever their order", () => {
    expect(applyEdits("0123456789", [edit(8, 9, "eight"), edit(1, 1, "<"), edit(2, 4, "")])).toBe(
      "0<14567eight9",
    );
  });

  it("count in UTF-16 units", () => {
    expect(applyEdits("😀=v1.0", [edit(3, 7, "v2")])).toBe("😀=v2");
  });

  it("are made once where several parts of a unit ask for the same", () => {
    expect(applyEdits("v1.0", [edit(0, 4, "v2"), edit(0, 4, "v2")])).toBe("v2");
  });

  it.each([
    ["the same characters", edit(0, 4, "v2"), edit(2, 3, "x")],
    ["other texts at one point", edit(2, 2, "a"), edit(2, 2, "b")],
    ["other texts for the same characters", edit(0, 4, "v2"), edit(0, 4, "v3")],
  ])("are refused where two of them want %s", (_what, first, second) => {
    expect(() => orderEdits([first, second])).toThrow(OverlapError);
    expect(() => orderEdits([second, first])).toThrow(OverlapError);
  });

  it("may touch, and may be in several files", () => {
    expect(orderEdits([edit(4, 4, ","), edit(0, 4, "x"), edit(0, 4, "y", "b.js")])).toHaveLength(3);
  });
});

describe("a set of edits", () => {
  it("takes what can be made together with all that it holds, and nothing else", () => {
    const spans = [0, 1, 2, 3].flatMap((start) => [start, start + 1, start + 2].map((end) => [start, end]));
    const edits = spans.flatMap(([start, end]) => ["x", "y"].map((text) => edit(start!, end!, text)));
    let compared = 0;
    for (const first of edits)
      for (const second of edits)
        for (const third of [...edits, edit(0, 4, "z", "b.js")]) {
          const held = [first, second];
          if (!canBeMade(held)) continue;
          const set = new EditSet();
          for (const one of held) set.add([one]);
          expect(set.fits([third]), JSON.stringify([...held, third])).toBe(canBeMade([...held, third]));
          compared++;
        }
    expect(compared).toBeGreaterThan(3000);
  });
});

function canBeMade(edits: Parameters<typeof orderEdits>[0]): boolean {
  try {
    orderEdits(edits);
    return true;
  } catch {
    return false;
  }
}
