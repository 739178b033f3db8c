package org.peerlock.cli.lab;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Polygon;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Rectangle2D;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The colours of charts, on a light and on a dark background, and the styles of lines.
 *
 * <p>A chart is drawn in the light colours. {@link #variables()} says by which CSS variable a page has to replace each of
 * them, so that the page can follow what its reader prefers.
 */
final class ChartPalette {

    /** A colour on a light background, the same on a dark one, and its CSS variable. */
    private record ThemeColor(String variable, Color light, Color dark) {

        static ThemeColor of(String variable, int light, int dark) {
            return new ThemeColor(variable, new Color(light), new Color(dark));
        }
    }

    private static final ThemeColor PAPER = ThemeColor.of("--paper", 0xFEFEFE, 0x17191C);
    private static final ThemeColor TEXT = ThemeColor.of("--text", 0x1C2024, 0xE8EAED);
    private static final ThemeColor SOFT = ThemeColor.of("--soft", 0x5B6169, 0xA6ACB5);
    private static final ThemeColor GRID = ThemeColor.of("--grid", 0xDDE0E4, 0x34383E);

    /** Of about the same strength. Neighbours differ even to a reader with red-green blindness. */
    private static final List<ThemeColor> COLORS = List.of(
            ThemeColor.of("--line-1", 0x0B62A4, 0x6CB2F5),
            ThemeColor.of("--line-2", 0xC8500A, 0xFF9D5C),
            ThemeColor.of("--line-3", 0x1A7F4B, 0x5FD08F),
            ThemeColor.of("--line-4", 0xA3278F, 0xEF86DC),
            ThemeColor.of("--line-5", 0x7A5C00, 0xD9B84A),
            ThemeColor.of("--line-6", 0x5B4BC4, 0xA99CFF),
            ThemeColor.of("--line-7", 0xC0262D, 0xFF8080),
            ThemeColor.of("--line-8", 0x0F7F8C, 0x4FD0DD));

    private static final List<Shape> SHAPES = List.of(
            new Ellipse2D.Double(-4, -4, 8, 8),
            new Rectangle2D.Double(-3.5, -3.5, 7, 7),
            new Polygon(new int[] {0, 5, -5}, new int[] {-5, 4, 4}, 3),
            new Polygon(new int[] {0, 5, 0, -5}, new int[] {-5, 0, 5, 0}, 4),
            new Polygon(new int[] {0, 5, -5}, new int[] {5, -4, -4}, 3),
            new Rectangle2D.Double(-5, -2.5, 10, 5),
            new Rectangle2D.Double(-2.5, -5, 5, 10),
            new Polygon(new int[] {5, -4, -4}, new int[] {0, 5, -5}, 3));

    private ChartPalette() {}

    static Color paper() {
        return PAPER.light();
    }

    static Color text() {
        return TEXT.light();
    }

    static Color soft() {
        return SOFT.light();
    }

    static Color grid() {
        return GRID.light();
    }

    static Color line(int index) {
        return COLORS.get(index).light();
    }

    static Shape shape(int index) {
        return SHAPES.get(index);
    }

    /** The more lines are drawn above this one, the wider it is, so that equal lines do not hide each other. */
    static BasicStroke stroke(int above) {
        return new BasicStroke(1.5f + 0.6f * above, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND);
    }

    /** The CSS variable of each colour of a chart. */
    static Map<Color, String> variables() {
        Map<Color, String> variables = new LinkedHashMap<>();
        inks().forEach(themeColor -> variables.put(themeColor.light(), themeColor.variable()));
        return variables;
    }

    /** Declares the CSS variables. */
    static String declarations(boolean dark) {
        StringBuilder css = new StringBuilder();
        for (ThemeColor themeColor : inks()) {
            Color color = dark ? themeColor.dark() : themeColor.light();
            css.append(String.format("%s:#%06x;", themeColor.variable(), color.getRGB() & 0xFFFFFF));
        }
        return css.toString();
    }

    private static List<ThemeColor> inks() {
        return Stream.concat(Stream.of(PAPER, TEXT, SOFT, GRID), COLORS.stream())
                .toList();
    }
}
