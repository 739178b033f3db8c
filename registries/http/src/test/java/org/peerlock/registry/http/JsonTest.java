package org.peerlock.registry.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

    private static Json parse(String text) throws IOException {
        return Json.parse(text.getBytes(UTF_8));
    }

    @Test
    void fieldsAreFoundByTheirPaths() throws IOException {
        Json json = parse(
                "{\"a\": {\"b\": \"x\\u00e4\", \"n\": 12, \"t\": true, \"z\": null}, \"list\": [{\"c\": 1}, \"d\"]}");
        assertThat(json.text("a", "b")).isEqualTo("xä");
        assertThat(json.text("a", "n")).isEqualTo("12");
        assertThat(json.text("a", "t")).isEqualTo("true");
        assertThat(json.objects("list").get(0).text("c")).isEqualTo("1");
        assertThat(json.texts("list")).containsExactly("d");
    }

    @Test
    void whatIsMissingReadsAsEmpty() throws IOException {
        Json json = parse("{\"a\": {\"z\": null}}");
        assertThat(json.text("a", "z")).isEmpty();
        assertThat(json.text("a")).isEmpty();
        assertThat(json.text("b", "c")).isEmpty();
        assertThat(json.objects("a")).isEmpty();
        assertThat(json.texts("x")).isEmpty();
    }

    @Test
    void anObjectIsReadAsItWasWritten() throws IOException {
        byte[] text = Json.write(Map.of("a", List.of(Map.of("b", "\"\n\\"))));
        assertThat(Json.parse(text).objects("a").get(0).text("b")).isEqualTo("\"\n\\");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "secret", "[]", "{\"secret\"", "{\"secret\": }", "<html>secret</html>"})
    void anythingElseIsRefusedWithoutRepeatingIt(String text) {
        assertThatThrownBy(() -> parse(text))
                .isInstanceOf(IOException.class)
                .hasMessage("it is no JSON object")
                .hasNoCause();
    }
}
